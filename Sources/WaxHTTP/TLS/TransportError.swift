// SPDX-License-Identifier: Apache-2.0

/// Why a certificate, a socket or a TLS session could not be used.
///
/// The text is for the operator; it never holds a key or message content.
package enum TransportError: Error, Equatable, Sendable {
    /// A certificate or a key could not be read, made or matched.
    case certificate(String)
    /// The handshake or a record failed; the text names the reason that OpenSSL gives.
    case tls(String)
    /// A host name has no address.
    case resolution(String)
    /// A system call failed: its name and errno.
    case system(call: String, code: Int32)
}

extension TransportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .certificate(let reason): "certificate: \(reason)"
        case .tls(let reason): "TLS: \(reason)"
        case .resolution(let reason): "name resolution: \(reason)"
        case .system(let call, let code): "\(call): \(SystemCall.text(of: code))"
        }
    }
}
