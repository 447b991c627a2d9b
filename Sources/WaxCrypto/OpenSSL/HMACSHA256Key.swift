// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// A key of HMAC-SHA256 that is used again and again: what depends on the key alone is worked out once.
package final class HMACSHA256Key: @unchecked Sendable, CustomReflectable {
    // Sendable: the memory is written in the initialiser only.
    private let inner: UnsafeMutablePointer<SHA256_CTX>
    private let outer: UnsafeMutablePointer<SHA256_CTX>

    /// Takes a key of at most 64 bytes.
    package init(_ key: SymmetricKey) {
        inner = .allocate(capacity: 2)
        inner.initialize(repeating: SHA256_CTX(), count: 2)
        outer = inner + 1
        key.withUnsafeBytes { key in
            precondition(key.count <= 64)
            var block = [UInt8](repeating: 0, count: 64)
            defer { wipe(&block) }
            for (hash, pad) in [(inner, 0x36 as UInt8), (outer, 0x5C)] {
                for index in block.indices { block[index] = pad ^ (index < key.count ? key[index] : 0) }
                SHA256_Init(hash)
                SHA256_Update(hash, block, block.count)
            }
        }
    }

    deinit {
        OPENSSL_cleanse(inner, 2 * MemoryLayout<SHA256_CTX>.stride)
        inner.deallocate()
    }

    /// The 32-byte code of a message.
    package func code(of message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { code, count in
            var hash = inner.pointee
            defer { OPENSSL_cleanse(&hash, MemoryLayout<SHA256_CTX>.size) }
            SHA256_Update(&hash, message, message.count)
            SHA256_Final(code.baseAddress, &hash)
            hash = outer.pointee
            SHA256_Update(&hash, code.baseAddress, 32)
            SHA256_Final(code.baseAddress, &hash)
            count = 32
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}

#endif
