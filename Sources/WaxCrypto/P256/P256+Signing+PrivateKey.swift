// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.Signing {
    /// A key that makes ECDSA signatures; its scalar is from 1 to n − 1, wiped on release and never printed.
    public struct PrivateKey: Sendable {
        private let scalar: P256PrivateScalar
        private let key: PKey
        /// The public key, made with the private one.
        public let publicKey: PublicKey

        private init(scalar: P256PrivateScalar) throws {
            self.scalar = scalar
            key = try scalar.withDER { try PKey(privateDER: $0) }
            publicKey = try PublicKey(point: scalar.publicPoint)
        }

        /// A random key.
        public init() {
            do {
                try self.init(scalar: .random())
            } catch {
                fatalError("libcrypto refuses a key that it made")
            }
        }

        /// The key with the 32-byte scalar; throws `incorrectParameterSize`, or `invalidParameter` outside 1…n−1.
        public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
            try self.init(scalar: rawRepresentation.withUnsafeBytes { try P256PrivateScalar(raw: $0) })
        }

        /// The key with the 97 bytes 0x04, X, Y and the scalar; throws `invalidParameter` if they don't belong together.
        public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
            try self.init(scalar: x963Representation.withUnsafeBytes { try P256PrivateScalar(x963: $0) })
        }

        /// The key in DER, PKCS#8 or SEC1; throws `invalidParameter` for anything else.
        public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
            var der = Array(derRepresentation)
            defer { wipe(&der) }
            try self.init(scalar: P256PrivateScalar(der: der))
        }

        /// The key in a PEM block, `PRIVATE KEY` (PKCS#8, as Apple's .p8 files) or `EC PRIVATE KEY` (SEC1), not encrypted.
        public init(pemRepresentation: String) throws {
            try self.init(scalar: P256PrivateScalar(pem: pemRepresentation))
        }

        /// The scalar, 32 bytes.
        public var rawRepresentation: Data { scalar.raw }
        /// 0x04, X, Y and the scalar, 97 bytes.
        public var x963Representation: Data { scalar.x963 }
        /// PKCS#8 (RFC 5958).
        public var derRepresentation: Data { scalar.der }
        /// A PEM block `PRIVATE KEY`.
        public var pemRepresentation: String { scalar.pem }

        /// The signature of a digest.
        public func signature<D: Digest>(for digest: D) throws -> ECDSASignature {
            try ECDSASignature(derRepresentation: digest.withUnsafeBytes { try key.signature(forDigest: $0) })
        }

        /// The signature of the data's SHA-256 digest.
        public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
            try signature(for: SHA256.hash(data: data))
        }
    }
}

#endif
