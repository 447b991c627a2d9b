// SPDX-License-Identifier: Apache-2.0

/// Why a request has no answer, or why a connection ended.
package enum HTTP2Failure: Error, Equatable, Sendable {
    /// No connection could be made; the text names the reason, a certificate's included.
    case connectFailed(String)
    /// The server refused the stream before it acted upon it (REFUSED_STREAM).
    case refused
    /// The server's GOAWAY says that it has not acted upon the stream.
    case goAway(code: UInt32)
    /// The stream was reset with this error code (RFC 9113, section 7).
    case reset(code: UInt32)
    /// The connection has ended.
    case connectionLost(String)
    /// The time that the configuration gives has passed.
    case timedOut
    /// The client was closed.
    case closed
    /// The request cannot be sent, now or later: its header is too large.
    case invalidRequest
    /// No address that the server's name has may be connected to.
    case forbiddenAddress
}

extension HTTP2Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .connectFailed(let reason): "connection failed: \(reason)"
        case .refused: "stream refused"
        case .goAway(let code): "connection going away, error \(code)"
        case .reset(let code): "stream reset, error \(code)"
        case .connectionLost(let reason): "connection lost: \(reason)"
        case .timedOut: "timed out"
        case .closed: "client closed"
        case .invalidRequest: "request cannot be sent"
        case .forbiddenAddress: "address may not be connected to"
        }
    }
}
