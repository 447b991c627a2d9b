// SPDX-License-Identifier: Apache-2.0

/// How busy a client is, as of its last turn.
package struct HTTP2ClientStatus: Equatable, Sendable {
    package var isConnected = false
    /// How many streams may be open at once.
    package var streamLimit = 0
    /// Requests that are being answered.
    package var openStreams = 0
    /// Requests that wait for a stream or a connection.
    package var queued = 0

    /// Requests that the connection's thread has not seen yet.
    package var arriving = 0

    /// How many more requests would be sent without waiting.
    package var available: Int { max(0, streamLimit - openStreams - queued - arriving) }
}
