// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing
import WaxEnvelope

@testable import WaxRelay

@Suite struct PrivateFileTests {
    private static let isRoot = geteuid() == 0

    /// Who may have let somebody else read a file: its owner, but not root for the relay's user.
    @Test(
        arguments: [
            (0o600, 61184, 61184, 61184, true), (0o400, 61184, 61184, 61184, true), (0o640, 61184, 61184, 61184, false),
            (0o440, 61184, 0, 61184, false), (0o604, 61184, 61184, 61184, false), (0o400, 0, 0, 61184, true),
            (0o440, 0, 0, 61184, true), (0o640, 0, 0, 61184, true), (0o460, 0, 0, 61184, false),
            (0o444, 0, 0, 61184, false), (0o440, 0, 100, 61184, false), (0o440, 0, 0, 0, false), (0o600, 0, 0, 0, true),
        ] as [(mode_t, uid_t, gid_t, uid_t, Bool)])
    func privacy(mode: mode_t, owner: uid_t, group: gid_t, reader: uid_t, isPrivate: Bool) {
        #expect(PrivateFile.isPrivate(mode: mode, owner: owner, group: group, reader: reader) == isPrivate)
    }

    @Test func nobodyElseWrites() throws {
        let directory = try TemporaryDirectory()
        let owner = try DirectoryOwner(of: directory.path)
        #expect(owner.user == geteuid())
        #expect(try DirectoryOwner(of: directory.path, writer: 0) == owner)
        let error = #expect(throws: RelayError.self) { try DirectoryOwner(of: directory.path, writer: geteuid() + 1) }
        #expect(error?.description.contains("belongs to user \(geteuid())") == true)
        #expect(throws: RelayError.self) { try DirectoryOwner(of: directory.file("missing")) }
    }

    private func owner(_ path: String) throws -> [UInt32] {
        var status = stat()
        try #require(lstat(path, &status) == 0, "\(path)")
        return [status.st_uid, status.st_gid]
    }

    /// What root does in the relay's directories is the relay's: its keys, its list, its lock, its revocations.
    @Test(.enabled(if: isRoot)) func rootWritesForTheOwner() throws {
        let directory = try TemporaryDirectory()
        let (keys, state) = (directory.file("keys"), directory.file("state"))
        for path in [keys, state] {
            try #require(mkdir(path, 0o700) == 0 && chown(path, 61184, 61185) == 0)
        }
        let commands = RelayKeyCommands(RelayKeyDirectory(keys))
        _ = try commands.initialize(relay: "push.example", hour: 1000)
        _ = try commands.rotate(hour: 1001)
        let first = try #require(commands.list().entries.first)
        _ = try commands.revoke(first.key.keyID, hour: 1002)
        _ = try RevocationStore(directory: state)
        let files = [keys, state].flatMap { folder in
            (FileManager.default.subpaths(atPath: folder) ?? []).map { "\(folder)/\($0)" }
        }
        #expect(files.count == 7)
        for file in files { #expect(try owner(file) == [61184, 61185], "\(file)") }
    }

    /// A root key that is kept elsewhere stays with whoever made it.
    @Test(.enabled(if: isRoot)) func aRootKeyElsewhereKeepsItsOwner() throws {
        let directory = try TemporaryDirectory()
        try #require(chown(directory.path, 61184, 61185) == 0)
        let root = directory.file("elsewhere.key")
        _ = try RelayKeyCommands(RelayKeyDirectory(directory.file("keys")), rootKeyFile: root)
            .initialize(relay: "push.example", hour: 1000)
        #expect(try owner(root) == [0, 0])
    }

    /// What cannot be read whole is not taken for all that there is.
    @Test func halfOfAFileIsNone() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(PrivateFile.append([1, 2, 3, 4], to: ends[1]))
        close(ends[1])
        #expect(PrivateFile.bytes(3, of: ends[0]) == [1, 2, 3])
        #expect(PrivateFile.bytes(3, of: ends[0]) == nil && errno == 0)
        let directory = open("/", O_RDONLY | O_CLOEXEC)
        defer { close(directory) }
        #expect(PrivateFile.bytes(1, of: directory) == nil && errno == EISDIR)
        #expect(PrivateFile.bytes(0, of: directory) == [])
    }

    @Test func whatIsWrittenIsRead() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a")
        #expect(try PrivateFile.read(path) == nil)
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 100_000)] {
            try PrivateFile.write(bytes, to: path)
            #expect(try PrivateFile.read(path) == bytes)
        }
    }
}
