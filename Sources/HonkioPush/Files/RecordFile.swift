// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file or directory, closed when the value goes.
struct RecordFile: ~Copyable {
    /// More than any record takes.
    private static let maximumByteCount = 4096

    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens what is there; nil when it is not.
    static func existing(_ path: String, flags: Int32 = O_RDONLY) throws(KeyStoreError) -> RecordFile? {
        let descriptor = retrying { open(path, flags | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .last
        }
        return RecordFile(descriptor: descriptor)
    }

    /// Opens a file, made where it is not there, that only its user can read.
    static func made(_ path: String, flags: Int32) throws(KeyStoreError) -> RecordFile {
        let descriptor = retrying { open(path, flags | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .last }
        return RecordFile(descriptor: descriptor)
    }

    /// Everything from the start, up to a length that no record has.
    func contents() throws(KeyStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.maximumByteCount)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { room in
                retrying { read(descriptor, room.baseAddress.map { $0 + count }, room.count - count) }
            }
            guard got >= 0 else { throw .last }
            if got == 0 { break }
            count += got
        }
        bytes.removeSubrange(count...)
        return bytes
    }

    func append(_ bytes: [UInt8]) throws(KeyStoreError) {
        var count = 0
        while count < bytes.count {
            let put = bytes.withUnsafeBytes { text in
                retrying { write(descriptor, text.baseAddress.map { $0 + count }, text.count - count) }
            }
            guard put > 0 else { throw .last }
            count += put
        }
    }

    /// Waits until what was changed is on the disk, where the file system knows such a thing.
    func flush() throws(KeyStoreError) {
        guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw .last }
    }

    /// Calls `body` while nobody else, thread or process, is in this call for the same file.
    func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        guard retrying({ flock(descriptor, LOCK_EX) }) == 0 else { throw KeyStoreError.last }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }
}

extension KeyStoreError {
    /// What the system call that just failed said.
    static var last: KeyStoreError { KeyStoreError(code: errno) }
}

/// Calls again while a signal cuts the call short.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
