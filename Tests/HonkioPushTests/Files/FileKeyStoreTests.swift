// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing

@Suite struct FileKeyStoreTests {
    private let directory: TemporaryDirectory
    private let store: FileKeyStore

    init() throws {
        directory = try TemporaryDirectory()
        store = FileKeyStore(directory: directory.file("deep/er"))
    }

    @Test func records() throws {
        #expect(try store.record("a") == nil)
        #expect(try store.names() == [])
        try store.remove("a")
        #expect(try store.add([1, 2], as: "a"))
        #expect(try store.add([3], as: "a") == false)
        #expect(try store.record("a") == [1, 2])
        try store.replace("a", with: [])
        #expect(try store.record("a") == [])
        try store.replace("b", with: [4])
        #expect(Set(try store.names()) == ["a", "b"])
        try store.remove("a")
        #expect(try store.record("a") == nil)
        #expect(try store.names() == ["b"])
    }

    @Test func nobodyElseReads() throws {
        umask(0)
        try store.exclusively {
            #expect(try store.add([1], as: "a"))
            try store.replace("b", with: [2])
        }
        #expect(try mode(directory.file("deep")) == 0o700)
        #expect(try mode(store.directory) == 0o700)
        for name in ["a", "b", ".lock"] { #expect(try mode("\(store.directory)/\(name)") == 0o600) }
    }

    @Test func leavesNoDrafts() throws {
        try store.exclusively {
            #expect(try store.add([1], as: "a"))
            #expect(try store.add([1], as: "a") == false)
            try store.replace("a", with: [2])
        }
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: store.directory)) == [".lock", "a"])
    }

    @Test func clearsUpAfterACrash() throws {
        try store.replace("a", with: [1])
        let draft = "\(store.directory)/.draft-77"
        try Data([9]).write(to: URL(filePath: draft))
        #expect(try store.names() == ["a"])
        try store.exclusively {}
        #expect(!FileManager.default.fileExists(atPath: draft))
        #expect(try store.record("a") == [1])
    }

    @Test(arguments: ["", ".", "..", ".lock", "a/b", "../a", "/a", "a\u{0}b"])
    func namesThatAreNone(name: String) {
        let invalid = KeyStoreError(code: EINVAL)
        #expect(throws: invalid) { try store.record(name) }
        #expect(throws: invalid) { try store.add([1], as: name) }
        #expect(throws: invalid) { try store.replace(name, with: [1]) }
        #expect(throws: invalid) { try store.remove(name) }
    }

    @Test func unreadableIsNotMissing() throws {
        // A loop of links can't be read by anybody, the superuser included.
        try FileManager.default.createDirectory(atPath: store.directory, withIntermediateDirectories: true)
        symlink("key", "\(store.directory)/key")
        #expect(throws: KeyStoreError(code: ELOOP)) { try store.record("key") }
        // A folder in the place of a record.
        mkdir("\(store.directory)/folder", 0o700)
        #expect(throws: KeyStoreError(code: EISDIR)) { try store.record("folder") }
        #expect(throws: KeyStoreError(code: EISDIR)) { try store.replace("folder", with: [1]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.directory).count == 2)
    }

    @Test func directoryThatIsNone() throws {
        try Data().write(to: URL(filePath: directory.file("file")))
        let store = FileKeyStore(directory: directory.file("file/below"))
        #expect(throws: KeyStoreError(code: ENOTDIR)) { try store.record("a") }
        #expect(throws: KeyStoreError(code: ENOTDIR)) { try store.names() }
        #expect(throws: KeyStoreError.self) { try store.add([1], as: "a") }
        #expect(throws: KeyStoreError.self) { try store.exclusively {} }
        #expect(throws: HonkioPushError(.keyStorage, isTemporary: true)) {
            try PushKeychain(store: store).encryptionPublicKey()
        }
    }

    @Test func longFilesComeBackCut() throws {
        try store.replace("a", with: [UInt8](repeating: 1, count: 100_000))
        #expect(try #require(try store.record("a")).count < 100_000)
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], "/data/honkio-push/group.com.example.app"),
        (["HOME": "/home/a"], "/home/a/.local/share/honkio-push/group.com.example.app"),
        (["XDG_DATA_HOME": "", "HOME": "/home/a"], "/home/a/.local/share/honkio-push/group.com.example.app"),
        (["XDG_DATA_HOME": "data", "HOME": "/home/a"], "/home/a/.local/share/honkio-push/group.com.example.app"),
    ])
    func directories(environment: [String: String], path: String) throws {
        let store = try FileKeyStore(accessGroup: "group.com.example.app", environment: environment)
        #expect(store.directory == path)
    }

    @Test func noDirectory() {
        #expect(throws: KeyStoreError(code: ENOENT)) { try FileKeyStore(accessGroup: "a", environment: [:]) }
        #expect(throws: KeyStoreError(code: ENOENT)) { try FileKeyStore(accessGroup: "a", environment: ["HOME": "x"]) }
    }

    @Test(arguments: ["", ".", "..", "../x", "a/b", "a b", "a\u{0}", "é"])
    func groupsThatAreNone(group: String) {
        #expect(throws: KeyStoreError(code: EINVAL)) {
            try FileKeyStore(accessGroup: group, environment: ["HOME": "/home/a"])
        }
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
