// SPDX-License-Identifier: Apache-2.0

/// Names one connection of a server for its whole life.
package struct HTTP2ConnectionID: Hashable, Sendable {
    /// The thread that owns the connection.
    let loop: Int
    let serial: UInt64
}
