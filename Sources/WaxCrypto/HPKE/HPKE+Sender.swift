// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension HPKE {
    /// The side that seals messages to a public key.
    public struct Sender: Sendable {
        /// What the recipient needs to open the messages: a P-256 point of 65 bytes.
        public let encapsulatedKey: Data
        private var context: HPKEContext

        /// A sender with a fresh key of its own.
        public init<PK: HPKEDiffieHellmanPublicKey>(
            recipientKey: PK, ciphersuite: Ciphersuite, info: Data
        ) throws {
            try self.init(
                recipientKey: recipientKey, ciphersuite: ciphersuite, info: info, ephemeral: PK.EphemeralPrivateKey())
        }

        /// A sender whose key is given, to reproduce test vectors; a key used twice gives the messages away.
        package init<PK: HPKEDiffieHellmanPublicKey>(
            recipientKey: PK, ciphersuite: Ciphersuite, info: Data, ephemeral: PK.EphemeralPrivateKey
        ) throws {
            encapsulatedKey = try ephemeral.publicKey.hpkeRepresentation(kem: ciphersuite.kem)
            context = try HPKEContext(
                ciphersuite: ciphersuite, info: info,
                sharedSecret: ephemeral.sharedSecretFromKeyAgreement(with: recipientKey),
                encapsulatedKey: encapsulatedKey, recipientKey: recipientKey.hpkeRepresentation(kem: ciphersuite.kem))
        }

        /// The next message, encrypted, with its 16-byte tag at the end.
        public mutating func seal<M: DataProtocol>(_ msg: M) throws -> Data {
            try seal(msg, authenticating: [UInt8]())
        }

        /// The next message, encrypted and bound to additional data, with its 16-byte tag at the end.
        public mutating func seal<M: DataProtocol, AD: DataProtocol>(_ msg: M, authenticating aad: AD) throws -> Data {
            try msg.withContiguousBytes { message in
                try aad.withContiguousBytes { try context.seal(message, authenticating: $0) }
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
