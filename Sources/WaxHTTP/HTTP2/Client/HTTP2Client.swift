// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One connection to a provider, owned by one thread that keeps hundreds of streams on it busy.
///
/// Requests go in and outcomes come out in batches. Every request that is submitted gets exactly one outcome, whatever
/// happens to the connection; nothing is sent twice by the client itself. The connection is made when there is
/// something to send, and made again, with a fresh look-up of the host, when it has ended.
///
///     let client = try HTTP2Client(endpoint: HTTP2Endpoint(host: "api.push.apple.com"), tls: tls) { answers in
///         for answer in answers { record(answer.id, answer.outcome) }
///     }
///     client.submit(requests)
package final class HTTP2Client: Sendable {
    private let mailbox: Mailbox<HTTP2ClientMessage>
    private let sharedStatus: Locked<HTTP2ClientStatus>
    private let thread: WorkerThread
    private let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    private let wasClosed = Locked(false)

    /// - Parameters:
    ///   - onEvent: Called by the connection's thread.
    ///   - onOutcomes: Called by the connection's thread once for each turn of its loop that has outcomes; the thread
    ///     does nothing else meanwhile. It may call `submit`, and must not hold the client.
    package init(
        endpoint: HTTP2Endpoint, tls: TLSContext, configuration: HTTP2ClientConfiguration = HTTP2ClientConfiguration(),
        time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom(),
        onEvent: @escaping @Sendable (HTTP2ClientEvent) -> Void = { _ in },
        onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
    ) throws(TransportError) {
        let seed = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let state = HTTP2ConnectionState(configuration: configuration, seed: seed)
        let mailbox = try Mailbox<HTTP2ClientMessage>()
        let sharedStatus = Locked(state.status)
        self.mailbox = mailbox
        self.sharedStatus = sharedStatus
        self.onOutcomes = onOutcomes
        let owner = HTTP2ClientDriver.Owner(
            endpoint: endpoint, tls: tls, time: time, onEvent: onEvent, onOutcomes: onOutcomes)
        let driver = try HTTP2ClientDriver(
            owner: owner, state: state, mailbox: mailbox, status: sharedStatus, poller: Poller())
        thread = try WorkerThread(name: "http2-client", driver) { $0.run() }
    }

    // A client that was closed and let go of still drains.
    deinit { if !wasClosed.withLock({ $0 }) { close() } }

    /// Sends requests as soon as streams are free; from any thread.
    ///
    /// Once the connection's thread has ended after `close`, their outcomes come from the calling thread.
    package func submit(_ requests: [HTTP2Request]) {
        guard !requests.isEmpty else { return }
        sharedStatus.withLock { $0.arriving += requests.count }
        guard !mailbox.put(.submit(requests)) else { return }
        sharedStatus.withLock { $0.arriving -= requests.count }
        onOutcomes(requests.map { HTTP2Answer(id: $0.id, outcome: .notProcessed(.closed)) })
    }

    /// How busy the client is.
    package var status: HTTP2ClientStatus { sharedStatus.withLock { $0 } }

    /// Ends the client: requests that wait are given back, open streams have `drain` to be answered. Does not block.
    package func close(drain: Duration = .zero) {
        wasClosed.withLock { $0 = true }
        mailbox.put(.close(drain: drain))
    }

    /// Blocks until the client that was closed has given its last outcome; not to be called by its own thread.
    package func waitUntilClosed() { thread.join() }

    /// Makes the connection's thread look at the clock again, for an owner that moves the clock.
    package func wake() { mailbox.wake() }
}
