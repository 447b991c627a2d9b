// SPDX-License-Identifier: Apache-2.0

/// What has happened to a client's connection.
package enum HTTP2ClientEvent: Equatable, Sendable {
    case connected
    case connectFailed(HTTP2Failure)
    /// The server announces the end of the connection and may say why: the debug data is APNs's JSON with `reason`.
    case goAway(lastStreamID: Int32, code: UInt32, debugData: [UInt8])
    /// How many streams the server allows at once.
    case streamLimit(Int)
    case disconnected(HTTP2Failure)
}
