// SPDX-License-Identifier: Apache-2.0

/// What other threads tell a thread of a server.
enum HTTP2ServerMessage: Sendable {
    /// A connection that was accepted: its descriptor, which is the thread's from now on.
    case adopt(Int32)
    case respond([HTTP2ServerResponse])
    case perform(HTTP2ServerCommand, HTTP2ConnectionID)
    case performOnAll(HTTP2ServerCommand)
    case close
}
