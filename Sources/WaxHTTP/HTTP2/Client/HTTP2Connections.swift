// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// What the connections of one client share: their pool, and the threads that own one connection each.
final class HTTP2Connections: Sendable {
    private struct Connection {
        let mailbox: Mailbox<HTTP2ClientMessage>
        let thread: BackgroundThread
    }

    private struct Content {
        var pool: HTTP2Pool
        var connections: [HTTP2Pool.ID: Connection] = [:]

        func mailboxes(_ ids: [HTTP2Pool.ID]) -> [Mailbox<HTTP2ClientMessage>] {
            ids.compactMap { connections[$0]?.mailbox }
        }
    }

    private let owner: HTTP2ClientDriver.Owner
    private let configuration: HTTP2ClientConfiguration
    private let random: any RandomSource
    private let content: Locked<Content>

    /// Has one connection, which is made when there is something to send.
    init(
        owner: HTTP2ClientDriver.Owner, configuration: HTTP2ClientConfiguration, random: any RandomSource
    ) throws(TransportError) {
        self.owner = owner
        self.configuration = configuration
        self.random = random
        content = Locked(Content(pool: HTTP2Pool(configuration: configuration)))
        try content.withLock { content throws(TransportError) in try add(to: &content) }
    }

    // MARK: For the owner

    /// Has requests sent; says why when they are not, because it is closed or it is past `deadline`.
    func submit(_ requests: [HTTP2Request], before deadline: Duration?) -> HTTP2Failure? {
        let (callees, failure) = content.withLock { content -> ([Mailbox<HTTP2ClientMessage>], HTTP2Failure?) in
            // Asked for here, so that deadlines never go back.
            let now = owner.time.uptime()
            if let deadline, now > deadline { return ([], .timedOut) }
            guard content.pool.submit(requests, now: now) else { return ([], .closed) }
            return (content.mailboxes(content.pool.callees()), nil)
        }
        for mailbox in callees { mailbox.put(.look) }
        return failure
    }

    /// Leaves the connections that were used to end, and has another take what comes.
    func renew() throws(TransportError) {
        try content.withLock { content throws(TransportError) in
            guard !content.pool.isClosing, !content.pool.renew() else { return }
            try add(to: &content)
            _ = content.pool.renew()
        }
        tellAll(.look)
    }

    func close(drain: Duration) {
        content.withLock { $0.pool.close() }
        tellAll(.close(drain: drain))
    }

    /// Blocks until all threads have ended, after `close`.
    func waitUntilClosed() {
        for connection in content.withLock({ Array($0.connections.values) }) { connection.thread.join() }
    }

    func wake() {
        for connection in content.withLock({ Array($0.connections.values) }) { connection.mailbox.wake() }
    }

    private func tellAll(_ message: HTTP2ClientMessage) {
        for connection in content.withLock({ Array($0.connections.values) }) { connection.mailbox.put(message) }
    }

    // MARK: For the threads of connections

    /// Tells how a connection is, and gives it what it can take.
    func visit(
        _ id: HTTP2Pool.ID, _ report: HTTP2Pool.Report, take: (HTTP2WaitingRequest) -> Void
    ) -> HTTP2Pool.Visit {
        let (visit, callees) = content.withLock { content in
            // Asked for here: the thread may have stood still since it looked at the clock.
            let now = owner.time.uptime()
            // Without another thread the connection stays, and is made again once it has ended.
            if content.pool.needsSuccessor(id, report) { try? add(to: &content) }
            let visit = content.pool.visit(id, report, now: now, take: take)
            if visit.opensAnother { try? add(to: &content) }
            return (visit, content.pool.count > 1 ? content.mailboxes(content.pool.callees(besides: id)) : [])
        }
        for mailbox in callees { mailbox.put(.look) }
        return visit
    }

    /// Tells that a connection has its first answer.
    func noteAnswer(on id: HTTP2Pool.ID) {
        content.withLock { $0.pool.noteAnswer(on: id) }
    }

    /// Leaves to others what a connection had taken.
    func giveBack(_ requests: [HTTP2WaitingRequest]) {
        guard !requests.isEmpty else { return }
        let callees = content.withLock { content in
            content.pool.giveBack(requests)
            return content.mailboxes(content.pool.callees())
        }
        for mailbox in callees { mailbox.put(.look) }
    }

    /// All that waits when there is no other connection for it.
    func takeStranded(by id: HTTP2Pool.ID) -> [HTTP2WaitingRequest] {
        content.withLock { $0.pool.takeStranded(by: id) }
    }

    /// A thread has given its last outcome.
    func ended(_ id: HTTP2Pool.ID) {
        content.withLock { content in
            content.pool.remove(id)
            // Whoever closes the client may wait for the thread itself.
            if !content.pool.isClosing { content.connections[id] = nil }
        }
    }

    private func add(to content: inout Content) throws(TransportError) {
        let mailbox = try Mailbox<HTTP2ClientMessage>()
        let poller = try Poller()
        let seed = random.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let id = content.pool.add()
        do throws(TransportError) {
            let driver = try HTTP2ClientDriver(
                id: id, owner: owner, state: HTTP2ConnectionState(configuration: configuration, seed: seed),
                mailbox: mailbox, connections: self, poller: poller)
            content.connections[id] = Connection(
                mailbox: mailbox, thread: try BackgroundThread.run("http2-client", driver) { $0.run() })
        } catch {
            content.pool.remove(id)
            throw error
        }
    }
}
