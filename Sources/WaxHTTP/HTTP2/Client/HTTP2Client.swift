// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// A few connections to a provider, each owned by one thread that keeps hundreds of streams on it busy.
///
/// Requests go in and outcomes come out in batches. Every request that is submitted gets exactly one outcome, whatever
/// happens to a connection; nothing is sent twice by the client itself. A connection is made when there is something to
/// send, with a fresh look-up of the host. When the server wants it to end, another takes its place at once. More than one
/// is in use only while requests wait for streams of which the server allows few.
///
///     let client = try HTTP2Client(endpoint: HTTP2Endpoint(host: "api.push.apple.com"), tls: tls) { answers in
///         for answer in answers { record(answer.id, answer.outcome) }
///     }
///     client.submit(requests)
package final class HTTP2Client: Sendable {
    private let connections: HTTP2Connections
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private let wasClosed = Locked(false)

    /// - Parameters:
    ///   - onEvent: Called by the thread of the connection that it is about.
    ///   - onOutcomes: Called by the threads of connections, each once for each turn of its loop that has outcomes; the
    ///     thread does nothing else meanwhile. It may call `submit`, and must not hold the client.
    package init(
        endpoint: HTTP2Endpoint, tls: TLSContext, configuration: HTTP2ClientConfiguration = HTTP2ClientConfiguration(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        onEvent: @escaping @Sendable (HTTP2ClientEvent) -> Void = { _ in },
        onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws(TransportError) {
        self.onOutcomes = onOutcomes
        let owner = HTTP2ClientDriver.Owner(
            endpoint: endpoint, tls: tls, time: time, onEvent: onEvent, onOutcomes: onOutcomes)
        connections = try HTTP2Connections(owner: owner, configuration: configuration, random: random)
    }

    // A client that was closed and let go of still drains.
    deinit { if !wasClosed.withLock({ $0 }) { close() } }

    /// Sends requests as soon as streams are free; from any thread.
    ///
    /// After `close`, and past `deadline` by the client's clock, they are not sent: then their outcomes come from the calling
    /// thread.
    package func submit(_ requests: [HTTP2Request], before deadline: Duration? = nil) {
        guard !requests.isEmpty, let failure = connections.submit(requests, before: deadline) else { return }
        onOutcomes(requests.map { HTTP2Answer(id: $0.id, outcome: .notProcessed(failure)) })
    }

    /// Sends what follows over a new connection, and leaves those that have been used to end. Throws when no thread can be
    /// had for it; then all stays as it is.
    package func renew() throws(TransportError) { try connections.renew() }

    /// Ends the client: requests that wait are given back, open streams have `drain` to be answered. Does not block.
    package func close(drain: Duration = .zero) {
        wasClosed.withLock { $0 = true }
        connections.close(drain: drain)
    }

    /// Blocks until the client that was closed has given its last outcome; not to be called by a thread of its own.
    package func waitUntilClosed() { connections.waitUntilClosed() }

    /// Makes the connections' threads look at the clock again, for an owner that moves the clock.
    package func wake() { connections.wake() }
}
