// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.KeyAgreement {
    /// A point that others agree on secrets with; decoded and checked once.
    public struct PublicKey: Sendable {
        let point: P256Point

        init(point: P256Point) {
            self.point = point
        }

        /// The key with the 64 bytes X and Y.
        ///
        /// Throws `incorrectParameterSize`, or `invalidParameter` if the point is not on the curve.
        public init<D: ContiguousBytes>(rawRepresentation: D) throws {
            point = try rawRepresentation.withUnsafeBytes { raw in
                try ([0x04] + raw).withUnsafeBytes { try P256Point(encoding: $0) }
            }
        }

        /// The key with the 65 bytes 0x04, X and Y, the only form that is taken.
        ///
        /// Throws `incorrectParameterSize`, or `invalidParameter` for another form (compressed, hybrid, infinity)
        /// or a point that is not on the curve.
        public init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws {
            point = try x963Representation.withUnsafeBytes { try P256Point(encoding: $0) }
        }

        /// The key in a SubjectPublicKeyInfo; throws `invalidParameter` for anything else.
        public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {
            point = try P256DER.point(publicKey: Array(derRepresentation))
        }

        /// The key in a PEM block `PUBLIC KEY`.
        public init(pemRepresentation: String) throws {
            point = try P256DER.point(publicKey: PKey(publicPEM: pemRepresentation).publicDER())
        }

        /// X and Y, 64 bytes.
        public var rawRepresentation: Data { Data(point.encoding.dropFirst()) }
        /// 0x04, X and Y, 65 bytes.
        public var x963Representation: Data { Data(point.encoding) }
        /// A SubjectPublicKeyInfo (RFC 5480).
        public var derRepresentation: Data { P256DER.publicKey(point) }
        /// A PEM block `PUBLIC KEY`.
        public var pemRepresentation: String { P256DER.pem("PUBLIC KEY", derRepresentation) }
    }
}

#endif
