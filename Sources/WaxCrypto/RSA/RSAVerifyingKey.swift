// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// An RSA public key of at least 2048 bits for PKCS#1 v1.5 signatures over SHA-256 (RS256, RFC 7518 section 3.3).
package struct RSAVerifyingKey: Sendable {
    private let key: PKey

    init(key: PKey) throws(CryptoKitError) {
        guard key.isRSA(minimumBits: RSASigningKey.minimumBits) else { throw .invalidParameter }
        self.key = key
    }

    /// The key in a PEM block `PUBLIC KEY`; throws `invalidParameter`.
    package init(pemRepresentation: String) throws(CryptoKitError) {
        try self.init(key: PKey(publicPEM: pemRepresentation))
    }

    /// A PEM block `PUBLIC KEY`.
    package var pemRepresentation: String { key.publicPEM() }

    /// Whether the signature belongs to the message and this key.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        SHA256.hash(data: message).withUnsafeBytes { key.isValidSignature(signature, forDigest: $0) }
    }
}

#endif
