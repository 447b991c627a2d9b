// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension HPKE {
    /// The side that opens messages with a private key.
    public struct Recipient: Sendable {
        private var context: HPKEContext

        /// A recipient for the messages of one sender, known by the encapsulated key.
        public init<SK: HPKEDiffieHellmanPrivateKey>(
            privateKey: SK, ciphersuite: Ciphersuite, info: Data, encapsulatedKey: Data
        ) throws {
            let sender = try SK.PublicKey(encapsulatedKey, kem: ciphersuite.kem)
            context = try HPKEContext(
                ciphersuite: ciphersuite, info: info,
                sharedSecret: privateKey.sharedSecretFromKeyAgreement(with: sender), encapsulatedKey: encapsulatedKey,
                recipientKey: privateKey.publicKey.hpkeRepresentation(kem: ciphersuite.kem))
        }

        /// The next message; throws `CryptoKitError.authenticationFailure` or `HPKE.Errors.ciphertextTooShort`.
        ///
        /// A message that does not open is not counted: the next one takes its place.
        public mutating func open<C: DataProtocol>(_ ciphertext: C) throws -> Data {
            try open(ciphertext, authenticating: [UInt8]())
        }

        /// The next message, bound to additional data; throws as the other does.
        public mutating func open<C: DataProtocol, AD: DataProtocol>(
            _ ciphertext: C, authenticating aad: AD
        ) throws -> Data {
            try ciphertext.withContiguousBytes { ciphertext in
                try aad.withContiguousBytes { try context.open(ciphertext, authenticating: $0) }
            }
        }

        /// A secret that both sides can derive for another use (RFC 9180 section 5.3).
        public func exportSecret<C: DataProtocol>(context: C, outputByteCount: Int) throws -> SymmetricKey {
            try context.withContiguousBytes {
                try self.context.exportSecret(context: $0, outputByteCount: outputByteCount)
            }
        }
    }
}

#endif
