// SPDX-License-Identifier: Apache-2.0
import Glibc
package import WaxSystem

extension MasterKey {
    /// The largest key file that is read.
    private static let longestFile = 65_536

    /// Reads keys from the value of an environment variable; errors name `variable`.
    package init(environment value: String, variable: String) throws {
        var value = value
        self = try value.withUTF8 { try MasterKeyText.parse(UnsafeRawBufferPointer($0), source: variable) }
    }

    /// Reads a key file that nobody but its owner may read. Errors: `keyFile`, `keyFileMode`.
    package init(path: String) throws {
        guard let keys = try Self.read(path) else {
            throw RestError(.keyFile, "the master key file \(path) does not exist")
        }
        self = keys
    }

    /// Reads the key file, or makes one with a new key, whole or not at all, where it is missing.
    package static func openOrCreate(path: String, random: some RandomSource = SystemRandom()) throws -> MasterKey {
        if let keys = try read(path) { return keys }
        try create(path, random: random)
        return try MasterKey(path: path)
    }

    /// Nil when there is no such file.
    private static func read(_ path: String) throws -> MasterKey? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("cannot be opened", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure("cannot be examined", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RestError(.keyFile, "the master key file \(path) is not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw RestError(
                .keyFileMode, "others may read or write the master key file \(path): run chmod 600 on it")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longestFile + 1, alignment: 1)
        defer {
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            buffer.deallocate()
        }
        var count = 0
        while count < buffer.count {
            let part = Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            if part < 0 && errno == EINTR { continue }
            guard part >= 0 else { throw failure("cannot be read", path) }
            if part == 0 { break }
            count += part
        }
        guard count <= longestFile else { throw RestError(.keyFile, "the master key file \(path) is too long") }
        let text = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        return try MasterKeyText.parse(text, source: "the master key file \(path)")
    }

    /// Writes a file beside `path` and links it there; when another process was faster, its file stays.
    private static func create(_ path: String, random: some RandomSource) throws {
        let directory = PrivateDirectory(ofFile: path)
        try check(directory.create(), "cannot be created", path)
        let name = random.bytes(8).map { String($0, radix: 16) }.joined()
        let temporary = "\(path).\(name).new"
        let file = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("cannot be created", path) }
        defer { unlink(temporary) }
        do {
            defer { close(file) }
            var key = random.bytes(32)
            var text = MasterKeyText.first(key)
            defer {
                wipe(&key)
                wipe(&text)
            }
            let written = text.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard written == text.count, fsync(file) == 0 else { throw failure("cannot be written", path) }
        }
        guard link(temporary, path) == 0 || errno == EEXIST else { throw failure("cannot be created", path) }
        try check(directory.sync(), "cannot be synced", path)
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        }
    }

    private static func check(_ status: Int32, _ what: String, _ path: String) throws {
        guard status == 0 else {
            throw RestError(.keyFile, "the master key file \(path) \(what): \(String(cString: strerror(status)))")
        }
    }

    private static func failure(_ what: String, _ path: String) -> RestError {
        RestError(.keyFile, "the master key file \(path) \(what): \(String(cString: strerror(errno)))")
    }
}
