// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

extension HPKE {
    /// What can go wrong in HPKE itself; a wrong tag is `CryptoKitError.authenticationFailure`.
    public enum Errors: Error, Equatable, Hashable, Sendable {
        /// Part of the mirrored interface.
        case inconsistentParameters
        /// The key is of another kind than the suite's mechanism takes.
        case inconsistentCiphersuiteAndKey
        /// Part of the mirrored interface.
        case exportOnlyMode
        /// Part of the mirrored interface.
        case inconsistentPSKInputs
        /// Part of the mirrored interface.
        case expectedPSK
        /// Part of the mirrored interface.
        case unexpectedPSK
        /// The context has sealed or opened as many messages as it may.
        case outOfRangeSequenceNumber
        /// The ciphertext is shorter than a tag.
        case ciphertextTooShort
    }
}

#endif
