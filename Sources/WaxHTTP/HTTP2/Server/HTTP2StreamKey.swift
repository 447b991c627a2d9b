// SPDX-License-Identifier: Apache-2.0

/// Names one connection of a server for its whole life.
package struct HTTP2ConnectionID: Hashable, Sendable {
    /// The thread that owns the connection.
    let loop: Int
    let serial: UInt64
}

/// Names one stream of one connection of a server.
package struct HTTP2StreamKey: Hashable, Sendable {
    package let connection: HTTP2ConnectionID
    package let streamID: Int32
}
