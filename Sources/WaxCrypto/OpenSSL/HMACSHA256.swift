// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// HMAC-SHA256 that allocates nothing after it is made: for the key schedule of the hot path.
///
/// `begin`, `update` and `finish` may be repeated under one key.
final class HMACSHA256 {
    static let byteCount = 32

    private let inner: UnsafeMutablePointer<SHA256_CTX>
    private let outer: UnsafeMutablePointer<SHA256_CTX>
    private let work: UnsafeMutablePointer<SHA256_CTX>
    private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)

    init() {
        inner = .allocate(capacity: 3)
        inner.initialize(repeating: SHA256_CTX(), count: 3)
        outer = inner + 1
        work = inner + 2
    }

    deinit {
        clear()
        inner.deallocate()
        block.deallocate()
    }

    /// Overwrites everything that depends on the key.
    func clear() {
        OPENSSL_cleanse(inner, 3 * MemoryLayout<SHA256_CTX>.stride)
        wipe(block)
    }

    /// Overwrites what depends on the messages and keeps the key.
    func clearWork() {
        OPENSSL_cleanse(work, MemoryLayout<SHA256_CTX>.stride)
    }

    /// Takes a key of at most 64 bytes.
    func setKey(_ key: UnsafeRawBufferPointer) {
        precondition(key.count <= block.count)
        start(inner, key: key, pad: 0x3636_3636_3636_3636)
        start(outer, key: key, pad: 0x5C5C_5C5C_5C5C_5C5C)
    }

    private func start(_ hash: UnsafeMutablePointer<SHA256_CTX>, key: UnsafeRawBufferPointer, pad: UInt64) {
        let words = block.bindMemory(to: UInt64.self)
        words.update(repeating: 0)
        block.copyMemory(from: key)
        for index in words.indices { words[index] ^= pad }
        SHA256_Init(hash)
        SHA256_Update(hash, block.baseAddress, block.count)
    }

    /// Starts a message.
    func begin() {
        work.pointee = inner.pointee
    }

    /// Takes in a piece of the message.
    func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(work, bytes.baseAddress, bytes.count)
    }

    /// Writes the message's 32-byte code.
    func finish(into code: UnsafeMutableRawBufferPointer) {
        precondition(code.count == Self.byteCount)
        let target = code.bindMemory(to: UInt8.self).baseAddress
        SHA256_Final(target, work)
        work.pointee = outer.pointee
        SHA256_Update(work, target, code.count)
        SHA256_Final(target, work)
    }

    /// Writes the code of a whole message.
    func authenticate(_ message: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer) {
        begin()
        update(message)
        finish(into: code)
    }

    /// The code of a whole message.
    func code(of message: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Self.byteCount)
        message.withUnsafeBytes { message in code.withUnsafeMutableBytes { authenticate(message, into: $0) } }
        return code
    }
}

#endif
