// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// libcrypto's generators, which seed themselves from the kernel and notice a fork.
enum Random {
    /// Fills the buffer with bytes that may become public, such as a nonce.
    static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        try check(RAND_bytes(buffer.bindMemory(to: UInt8.self).baseAddress, Int32(buffer.count)))
    }

    /// Fills the buffer with bytes that stay secret, from a generator that never makes public ones.
    static func fillPrivately(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptoKitError) {
        try check(RAND_priv_bytes(buffer.bindMemory(to: UInt8.self).baseAddress, Int32(buffer.count)))
    }

    /// What a constructor that cannot throw does when there is no randomness: it ends the process.
    static func unavailable() -> Never {
        fatalError("the system's random generator does not work")
    }
}

#endif
