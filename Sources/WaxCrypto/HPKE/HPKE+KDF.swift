// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension HPKE {
    /// A key derivation function (RFC 9180 section 7.2).
    public enum KDF: CaseIterable, Hashable, Sendable {
        /// HKDF-SHA256.
        case HKDF_SHA256

        /// The registered number.
        package var value: UInt16 { 0x0001 }
    }
}

#endif
