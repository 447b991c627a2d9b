// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension HPKE {
    /// An authenticated cipher (RFC 9180 section 7.3).
    public enum AEAD: CaseIterable, Hashable, Sendable {
        /// AES-128-GCM.
        case AES_GCM_128
        /// AES-256-GCM.
        case AES_GCM_256

        /// The registered number.
        package var value: UInt16 {
            switch self {
            case .AES_GCM_128: 0x0001
            case .AES_GCM_256: 0x0002
            }
        }

        /// The length of a key, Nk.
        package var keyByteCount: Int {
            switch self {
            case .AES_GCM_128: 16
            case .AES_GCM_256: 32
            }
        }

        /// The length of a nonce, Nn.
        package var nonceByteCount: Int { AES.GCM.defaultNonceByteCount }
        /// The length of a tag, Nt.
        package var tagByteCount: Int { AES.GCM.tagByteCount }
    }
}

#endif
