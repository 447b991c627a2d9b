// SPDX-License-Identifier: Apache-2.0

/// How a server treats its connections.
package struct HTTP2ServerConfiguration: Sendable {
    /// The address to listen at.
    package var host = "127.0.0.1"
    /// The port, of which 0 lets the kernel choose.
    package var port: UInt16 = 0
    /// The threads among which connections are divided.
    package var threads = 1
    /// SETTINGS_MAX_CONCURRENT_STREAMS of a new connection.
    package var maximumStreams: UInt32 = 1000
    /// The flow-control window of each stream, in bytes.
    package var streamWindow: UInt32 = 65_535
    /// The flow-control window of the connection, in bytes.
    package var connectionWindow: Int32 = 16 * 1024 * 1024
    /// A stream with a longer body is reset, in bytes.
    package var maximumBody = 1024 * 1024
    /// A stream with more bytes of header fields is reset.
    package var maximumHeader = 64 * 1024
    /// A client that has not completed its handshake by then is closed.
    package var handshakeTimeout: Duration = .seconds(10)

    package init() {}
}
