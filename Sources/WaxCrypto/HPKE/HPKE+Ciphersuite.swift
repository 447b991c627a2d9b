// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension HPKE {
    /// The three algorithms that sender and recipient agreed on.
    public struct Ciphersuite: Sendable {
        /// How the secret is conveyed.
        public let kem: KEM
        /// How keys are derived from it.
        public let kdf: KDF
        /// How messages are encrypted.
        public let aead: AEAD

        /// A suite of these three.
        public init(kem: KEM, kdf: KDF, aead: AEAD) {
            self.kem = kem
            self.kdf = kdf
            self.aead = aead
        }

        /// P-256, HKDF-SHA256 and AES-256-GCM.
        public static let P256_SHA256_AES_GCM_256 = Ciphersuite(
            kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    }
}

#endif
