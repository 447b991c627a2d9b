// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension P256.Signing {
    /// An ECDSA signature (FIPS 186-5).
    public struct ECDSASignature: ContiguousBytes, Hashable, Sendable {
        /// r and s side by side, 64 bytes: the form that JSON web tokens use.
        public let rawRepresentation: Data

        /// The signature with the 64 bytes r and s; throws `incorrectParameterSize`.
        public init<D: DataProtocol>(rawRepresentation: D) throws {
            guard rawRepresentation.count == 2 * P256.scalarByteCount else {
                throw CryptoKitError.incorrectParameterSize
            }
            self.rawRepresentation = Data(rawRepresentation)
        }

        /// The signature in canonical DER; throws `invalidParameter`.
        public init<D: DataProtocol>(derRepresentation: D) throws {
            rawRepresentation = Data(try ECDSASignatureDER.raw(der: Array(derRepresentation)))
        }

        /// The signature in DER, 8 to 72 bytes.
        public var derRepresentation: Data {
            do throws(CryptoKitError) {
                return Data(try ECDSASignatureDER.der(raw: Array(rawRepresentation)))
            } catch {
                fatalError("libcrypto is out of memory")
            }
        }

        /// Lends the 64 bytes r and s for the duration of the call.
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
            try rawRepresentation.withUnsafeBytes(body)
        }
    }
}

#endif
