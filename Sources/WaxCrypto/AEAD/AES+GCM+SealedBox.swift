// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
public import FoundationEssentials

extension AES.GCM {
    /// A ciphertext with the nonce and the tag that belong to it.
    public struct SealedBox: Sendable {
        /// The nonce.
        public let nonce: Nonce
        /// The encrypted message, as long as the plaintext.
        public let ciphertext: Data
        /// The 16-byte authentication tag.
        public let tag: Data

        init(nonce: Nonce, ciphertext: Data, tag: Data) {
            self.nonce = nonce
            self.ciphertext = ciphertext
            self.tag = tag
        }

        /// Nonce, ciphertext and tag in one; nil if the nonce is not 12 bytes long.
        public var combined: Data? {
            guard nonce.count == AES.GCM.defaultNonceByteCount else { return nil }
            var combined = Data(capacity: nonce.count + ciphertext.count + tag.count)
            nonce.withUnsafeBytes { combined.append(contentsOf: $0) }
            combined.append(ciphertext)
            combined.append(tag)
            return combined
        }

        /// Splits 12 bytes of nonce, the ciphertext and 16 bytes of tag; throws `incorrectParameterSize` if too short.
        public init<D: DataProtocol>(combined: D) throws {
            let overhead = AES.GCM.defaultNonceByteCount + AES.GCM.tagByteCount
            guard combined.count >= overhead else { throw CryptoKitError.incorrectParameterSize }
            nonce = try Nonce(data: combined.prefix(AES.GCM.defaultNonceByteCount))
            ciphertext = Data(combined.dropFirst(AES.GCM.defaultNonceByteCount).dropLast(AES.GCM.tagByteCount))
            tag = Data(combined.suffix(AES.GCM.tagByteCount))
        }

        /// A box of its parts; throws `incorrectParameterSize` unless the tag has 16 bytes.
        public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
            guard tag.count == AES.GCM.tagByteCount else { throw CryptoKitError.incorrectParameterSize }
            self.init(nonce: nonce, ciphertext: Data(ciphertext), tag: Data(tag))
        }
    }
}

#endif
