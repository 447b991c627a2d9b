// SPDX-License-Identifier: Apache-2.0

/// What a server can be made to do with a connection: mostly the faults that a client must bear.
package enum HTTP2ServerCommand: Sendable {
    /// Announces another SETTINGS_MAX_CONCURRENT_STREAMS.
    case setMaximumStreams(UInt32)
    /// Sends RST_STREAM.
    case resetStream(Int32, code: UInt32)
    /// Sends GOAWAY. Streams above `lastStreamID` are forgotten; nil covers all that have come.
    case goAway(lastStreamID: Int32?, code: UInt32, debugData: [UInt8])
    /// Reads no more than so many bytes a second; nil reads all.
    case limitReading(bytesPerSecond: Int?)
    /// Ends the connection in order, after what was submitted has been sent.
    case close
    /// Ends the connection with a TCP reset.
    case reset
}
