// SPDX-License-Identifier: Apache-2.0

/// What a session announces in its SETTINGS, and the window of its connection.
struct HTTP2Settings: Sendable {
    var maximumStreams: UInt32?
    /// The window of each stream, in bytes.
    var streamWindow: UInt32?
    /// The window of the connection, in bytes.
    var connectionWindow: Int32?
}
