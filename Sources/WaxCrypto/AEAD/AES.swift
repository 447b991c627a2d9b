// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The Advanced Encryption Standard.
public enum AES: Sendable {}

#endif
