// SPDX-License-Identifier: Apache-2.0

/// How a client treats its connections.
package struct HTTP2ClientConfiguration: Sendable {
    /// The connections at once, but for those that are ending.
    package var maximumConnections = 1
    /// With so many streams allowed in all, no further connection is opened.
    package var enoughStreams = 500
    /// A further connection is opened once requests have waited for a stream for so long.
    package var crowdedAfter: Duration = .milliseconds(250)
    /// The streams open at once on a connection, whatever the server allows above it.
    package var maximumStreams = 1000
    /// The streams open at once on a connection until an answer is accepted by `acceptsAnswer`: 1 for APNs with a
    /// provider token.
    package var initialStreamLimit = 100
    /// Whether an answer with this status lifts `initialStreamLimit`.
    package var acceptsAnswer: @Sendable (_ status: Int) -> Bool = { (200..<300).contains($0) }
    /// The time for TCP and TLS with each address of the host.
    package var connectTimeout: Duration = .seconds(10)
    /// The time a request may wait for a stream; after it the request is not sent.
    package var queueTimeout: Duration = .seconds(60)
    /// The time from opening a stream to the end of its answer.
    package var responseTimeout: Duration = .seconds(30)
    /// The time that the open streams have after a GOAWAY.
    package var drainTimeout: Duration = .seconds(10)
    /// A PING is sent when an idle connection was silent for so long.
    package var idlePing: Duration = .seconds(3600)
    /// A PING is sent when a connection with open streams was silent for so long.
    package var busyPing: Duration = .seconds(10)
    /// The connection is given up when nothing comes for so long after a PING.
    package var pingTimeout: Duration = .seconds(10)
    /// The wait before the second attempt to connect; it doubles with each failure, and half of it is random.
    package var firstBackoff: Duration = .milliseconds(250)
    package var maximumBackoff: Duration = .seconds(30)
    /// With so many streams open, answers are left to gather for `gatherTime` before they are read: a server that writes
    /// each by itself would otherwise wake the client's thread, and its owner's, for each.
    package var gatherFrom = 64
    package var gatherTime: Duration = .microseconds(300)
    /// A longer body of an answer is cut off, in bytes.
    package var maximumResponseBody = 64 * 1024
    /// Fields of an answer beyond these bytes are dropped.
    package var maximumResponseHeader = 16 * 1024

    package init() {}
}
