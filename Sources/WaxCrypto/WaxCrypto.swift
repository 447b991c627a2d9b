// SPDX-License-Identifier: Apache-2.0
#if canImport(CryptoKit)
@_exported public import CryptoKit
#endif
