// SPDX-License-Identifier: Apache-2.0

/// How the TLS handshake with a service goes wrong.
public enum HandshakeFault: String, CaseIterable, Hashable, Sendable {
    /// The connection ends before the handshake does.
    case closed
    /// The certificate is of an authority that nobody trusts.
    case untrusted
    /// The certificate is for another host.
    case wrongHost = "wrong_host"
    /// The certificate has expired.
    case expired
}
