// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.KeyAgreement {
    /// A private key for agreements; its scalar is from 1 to n − 1, wiped on release and never printed.
    public struct PrivateKey: Sendable {
        let scalar: P256PrivateScalar

        init(scalar: P256PrivateScalar) {
            self.scalar = scalar
        }

        /// A random key.
        public init() {
            scalar = .random()
        }

        /// The key with the 32-byte scalar; throws `incorrectParameterSize`, or `invalidParameter` outside 1…n−1.
        public init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws {
            scalar = try rawRepresentation.withUnsafeBytes { try P256PrivateScalar(raw: $0) }
        }

        /// The key with the 97 bytes 0x04, X, Y and the scalar; throws `invalidParameter` if they don't belong together.
        public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
            scalar = try x963Representation.withUnsafeBytes { try P256PrivateScalar(x963: $0) }
        }

        /// The key in DER, PKCS#8 or SEC1; throws `invalidParameter` for anything else.
        public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
            var der = Array(derRepresentation)
            defer { wipe(&der) }
            scalar = try P256PrivateScalar(der: der)
        }

        /// The key in a PEM block, `PRIVATE KEY` (PKCS#8) or `EC PRIVATE KEY` (SEC1), not encrypted.
        public init(pemRepresentation: String) throws {
            scalar = try P256PrivateScalar(pem: pemRepresentation)
        }

        /// The public key, made with the private one.
        public var publicKey: PublicKey { PublicKey(point: scalar.publicPoint) }
        /// The scalar, 32 bytes.
        public var rawRepresentation: Data { scalar.raw }
        /// 0x04, X, Y and the scalar, 97 bytes.
        public var x963Representation: Data { scalar.x963 }
        /// PKCS#8 (RFC 5958).
        public var derRepresentation: Data { scalar.der }
        /// A PEM block `PRIVATE KEY`.
        public var pemRepresentation: String { scalar.pem }

        /// The secret shared with the owner of the other key: the X coordinate of the product (NIST SP 800-56A).
        public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
            let arithmetic = P256Arithmetic()
            try scalar.scalar.withUnsafeBytes { try arithmetic.setScalar($0) }
            let secret = try SecureBytes(count: P256.coordinateByteCount) {
                try arithmetic.writeAgreement(with: publicKeyShare.point, into: $0)
            }
            return SharedSecret(storage: secret)
        }
    }
}

#endif
