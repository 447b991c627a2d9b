// SPDX-License-Identifier: Apache-2.0

/// What has happened to a server's connections.
package enum HTTP2ServerEvent: Sendable {
    /// A client has completed its handshake.
    case opened(HTTP2ConnectionID)
    /// The connection is gone; the reason is for the operator.
    case closed(HTTP2ConnectionID, reason: String)
    /// A client has taken back a request that was not answered yet.
    case cancelled(HTTP2StreamKey, code: UInt32)
}
