// SPDX-License-Identifier: Apache-2.0

/// What other threads tell the thread of a connection.
enum HTTP2ClientMessage: Sendable {
    /// Something waits in the pool, or has changed there.
    case look
    case close(drain: Duration)
}
