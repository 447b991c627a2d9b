// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.Signing {
    /// A key that checks ECDSA signatures.
    public struct PublicKey: Sendable {
        private let point: P256Point
        private let key: PKey

        init(point: P256Point) throws {
            self.point = point
            key = try PKey(publicDER: Array(P256DER.publicKey(point)))
        }

        /// The key with the 64 bytes X and Y; throws as the one for key agreement does.
        public init<D: ContiguousBytes>(rawRepresentation: D) throws {
            try self.init(point: P256.KeyAgreement.PublicKey(rawRepresentation: rawRepresentation).point)
        }

        /// The key with the 65 bytes 0x04, X and Y; throws as the one for key agreement does.
        public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
            try self.init(point: P256.KeyAgreement.PublicKey(x963Representation: x963Representation).point)
        }

        /// The key in a SubjectPublicKeyInfo; throws `invalidParameter` for anything else.
        public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
            try self.init(point: P256DER.point(publicKey: Array(derRepresentation)))
        }

        /// The key in a PEM block `PUBLIC KEY`.
        public init(pemRepresentation: String) throws {
            try self.init(point: P256DER.point(publicKey: PKey(publicPEM: pemRepresentation).publicDER()))
        }

        /// X and Y, 64 bytes.
        public var rawRepresentation: Data { Data(point.encoding.dropFirst()) }
        /// 0x04, X and Y, 65 bytes.
        public var x963Representation: Data { Data(point.encoding) }
        /// A SubjectPublicKeyInfo (RFC 5480).
        public var derRepresentation: Data { P256DER.publicKey(point) }
        /// A PEM block `PUBLIC KEY`.
        public var pemRepresentation: String { P256DER.pem("PUBLIC KEY", derRepresentation) }

        /// Whether the signature belongs to the digest and this key.
        public func isValidSignature<D: Digest>(_ signature: ECDSASignature, for digest: D) -> Bool {
            let der = Array(signature.derRepresentation)
            return digest.withUnsafeBytes { key.isValidSignature(der, forDigest: $0) }
        }

        /// Whether the signature belongs to the SHA-256 digest of the data and this key.
        public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool {
            isValidSignature(signature, for: SHA256.hash(data: data))
        }
    }
}

#endif
