// SPDX-License-Identifier: Apache-2.0

/// Why there is no answer. It names the host and nothing else of the URL, which may hold secrets.
package struct HTTPClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package enum Reason: Hashable, Sendable {
        /// The URL is none, or its scheme is neither `http` nor `https`; or the method or a header cannot be sent.
        case invalidRequest
        /// Every address of the host is one that the client's policy refuses.
        case forbiddenAddress
        case cannotResolve
        case cannotConnect
        /// The TLS handshake failed, or the certificate is not the host's.
        case tls
        case timedOut
        /// The connection ended, or what came is not HTTP.
        case connectionLost
        /// The body or the headers of the answer are longer than the request allows.
        case responseTooLarge
        /// The task was cancelled.
        case cancelled
        /// Anything else; `code` is libcurl's.
        case other(code: Int)
    }

    /// What went wrong.
    package let reason: Reason
    /// The host that was asked, without port; empty when the URL names none.
    package let host: String
    /// Whether the other side may have received the request, so that sending it again could have its effect twice.
    package let mayHaveBeenSent: Bool

    package init(_ reason: Reason, host: String, mayHaveBeenSent: Bool = false) {
        self.reason = reason
        self.host = host
        self.mayHaveBeenSent = mayHaveBeenSent
    }

    /// One line for the log.
    package var description: String {
        switch reason {
        case .invalidRequest: "the request cannot be sent"
        case .forbiddenAddress: "\(host) has no address that may be connected to"
        case .cannotResolve: "the name \(host) cannot be resolved"
        case .cannotConnect: "\(host) does not accept the connection"
        case .tls: "no trusted TLS connection to \(host)"
        case .timedOut: "\(host) did not answer in time"
        case .connectionLost: "the connection to \(host) was lost"
        case .responseTooLarge: "the answer of \(host) is too long"
        case .cancelled: "the request to \(host) was cancelled"
        case .other(let code): "the request to \(host) failed (curl \(code))"
        }
    }
}
