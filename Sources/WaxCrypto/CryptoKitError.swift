// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// What can go wrong in this module; no case carries a secret.
public enum CryptoKitError: Error, Equatable, Hashable, Sendable {
    /// The key has another size than the algorithm takes.
    case incorrectKeySize
    /// A nonce, tag, point, scalar or signature has another length than the format says.
    case incorrectParameterSize
    /// The authentication tag does not belong to this key, nonce, ciphertext and additional data.
    case authenticationFailure
    /// libcrypto failed; `error` is its packed error code.
    case underlyingCoreCryptoError(error: Int32)
    /// Never thrown here; part of the mirrored interface.
    case wrapFailure
    /// Never thrown here; part of the mirrored interface.
    case unwrapFailure
    /// The value has the right length but is no valid point, scalar, key or signature.
    case invalidParameter
}

#endif
