// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

/// The elliptic curve P-256 (NIST SP 800-186).
public enum P256: Sendable {
    static let coordinateByteCount = 32
    static let scalarByteCount = 32
    static let pointByteCount = 65

    /// Key agreement on the curve.
    public enum KeyAgreement: Sendable {}

    /// Signatures on the curve.
    public enum Signing: Sendable {}
}

#endif
