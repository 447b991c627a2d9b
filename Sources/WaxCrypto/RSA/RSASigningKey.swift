// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// An RSA private key of at least 2048 bits for PKCS#1 v1.5 signatures over SHA-256 (RS256, RFC 7518 section 3.3).
///
/// CryptoKit has no RSA; service accounts of Google's sign with it.
package struct RSASigningKey: Sendable {
    static let minimumBits = 2048

    private let key: PKey
    /// The public half.
    package let publicKey: RSAVerifyingKey

    private init(key: PKey) throws(CryptoKitError) {
        self.key = key
        publicKey = try RSAVerifyingKey(key: key)
    }

    /// The key in a PEM block, PKCS#8 or PKCS#1, not encrypted; throws `invalidParameter`.
    package init(pemRepresentation: String) throws(CryptoKitError) {
        try self.init(key: PKey(privatePEM: pemRepresentation))
    }

    /// A new key of so many bits, at least 2048.
    package init(bits: Int) throws(CryptoKitError) {
        guard bits >= Self.minimumBits else { throw .invalidParameter }
        try self.init(key: PKey(rsaBits: bits))
    }

    /// A PEM block `PRIVATE KEY` (PKCS#8).
    package var pemRepresentation: String { key.privatePEM() }

    /// The signature of the message.
    package func signature(for message: [UInt8]) throws -> [UInt8] {
        try SHA256.hash(data: message).withUnsafeBytes { try key.signature(forDigest: $0) }
    }
}

#endif
