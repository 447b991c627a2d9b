// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// Hybrid public key encryption (RFC 9180), base mode.
///
/// ```swift
/// var sender = try HPKE.Sender(recipientKey: key, ciphersuite: suite, info: info)
/// let ciphertext = try sender.seal(message)      // send it with sender.encapsulatedKey
/// ```
public enum HPKE: Sendable {}

#endif
