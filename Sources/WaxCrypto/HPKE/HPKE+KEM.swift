// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension HPKE {
    /// A key encapsulation mechanism (RFC 9180 section 7.1).
    public enum KEM: CaseIterable, Hashable, Sendable {
        /// DHKEM(P-256, HKDF-SHA256).
        case P256_HKDF_SHA256

        /// The registered number.
        package var value: UInt16 { 0x0010 }
        /// The length of an encapsulated key, Nenc, and of a public key, Npk.
        package var encapsulatedKeyByteCount: Int { P256.pointByteCount }
    }
}

#endif
