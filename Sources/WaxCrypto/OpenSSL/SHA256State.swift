// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// A SHA-256 computation with libcrypto's low-level functions, which allocate nothing.
struct SHA256State: Sendable, CustomReflectable {
    private var context = SHA256_CTX()

    init() {
        SHA256_Init(&context)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// Writes the 32-byte digest; the computation can go on afterwards.
    func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == 32)
        var copy = context
        SHA256_Final(digest.bindMemory(to: UInt8.self).baseAddress, &copy)
        OPENSSL_cleanse(&copy, MemoryLayout<SHA256_CTX>.size)
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

#endif
