// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import COpenSSL

/// Overwrites secret memory in a way that the optimiser does not remove.
func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    OPENSSL_cleanse(bytes.baseAddress, bytes.count)
}

/// Overwrites an array that held a secret.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { wipe($0) }
}

/// Whether two buffers hold the same bytes, in a time that depends on their lengths only.
func constantTimeEquals(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
    guard lhs.count == rhs.count else { return false }
    return lhs.isEmpty || CRYPTO_memcmp(lhs.baseAddress, rhs.baseAddress, lhs.count) == 0
}

/// Whether two arrays hold the same bytes, in a time that depends on their lengths only.
package func constantTimeEquals(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool {
    lhs.withUnsafeBytes { lhs in rhs.withUnsafeBytes { rhs in constantTimeEquals(lhs, rhs) } }
}

#endif
