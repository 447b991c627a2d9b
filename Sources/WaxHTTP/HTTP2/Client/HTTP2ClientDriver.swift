// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// The loop of a connection's thread: it carries out what `HTTP2ConnectionState` decides.
final class HTTP2ClientDriver {
    /// What the owner has given.
    struct Owner: Sendable {
        let endpoint: HTTP2Endpoint
        let tls: TLSContext
        let time: any TimeSource
        let onEvent: @Sendable (HTTP2ClientEvent) -> Void
        let onOutcomes: @Sendable ([HTTP2Answer]) -> Void
    }

    private static let mailboxToken: UInt64 = 0
    /// What is read before the answers so far are delivered.
    private static let readLimit = 1024 * 1024

    private let id: HTTP2Pool.ID
    private let owner: Owner
    private let authority: String
    private let mailbox: Mailbox<HTTP2ClientMessage>
    private let connections: HTTP2Connections
    private let poller: Poller
    var state: HTTP2ConnectionState
    private var addresses: ArraySlice<SocketAddress> = []
    private var channel: HTTP2Channel?
    /// Tells the events of this connection from late ones of an earlier.
    private var channelToken = HTTP2ClientDriver.mailboxToken
    private var mayHaveMore = false
    /// What the pool was told last, and what it said.
    private var report = HTTP2Pool.Report()
    private var visit = HTTP2Pool.Visit()
    private(set) var now = Duration.zero

    init(
        id: HTTP2Pool.ID, owner: Owner, state: HTTP2ConnectionState, mailbox: Mailbox<HTTP2ClientMessage>,
        connections: HTTP2Connections, poller: consuming Poller
    ) throws(TransportError) {
        try poller.watch(mailbox.descriptor, token: Self.mailboxToken, forWriting: false)
        self.id = id
        self.owner = owner
        authority = owner.endpoint.authority
        self.state = state
        self.mailbox = mailbox
        self.connections = connections
        self.poller = poller
    }

    /// Runs until the connection has left the pool, or the client is closed, and every request has its outcome.
    func run() {
        while true {
            turn()
            if state.phase == .closed, mailbox.finish() { return connections.ended(id) }
            guard mailbox.beginWait() else { continue }
            var hasAnswers = false
            poller.wait(for: nextDeadline.map { max(.zero, $0 - owner.time.uptime()) }) { event in
                if event.token == Self.mailboxToken {
                    mailbox.clearSignal()
                } else if event.token == channelToken {
                    channel?.socketChanged(event)
                    hasAnswers = event.isReadable
                }
            }
            if hasAnswers, state.streams.count >= state.configuration.gatherFrom {
                poller.pause(for: state.configuration.gatherTime)
            }
        }
    }

    /// Reads the answers first, so that what they make room for leaves in the same turn.
    private func turn() {
        now = owner.time.uptime()
        receive()
        deliver()
        // The owner's callbacks may have taken long.
        now = owner.time.uptime()
        for message in mailbox.take() {
            if case .close(let drain) = message { state.close(drain: drain, now: now) }
        }
        state.tick(now: now)
        visitPool()
        performActions()
        // Sending may end streams or the connection, and then there is more to do.
        repeat {
            send()
            visitPool()
        } while performActions()
        deliver()
    }

    /// Takes what there are streams for, and leaves the rest to others when the connection opens no more.
    private func visitPool() {
        report = state.report(now: now)
        visit = connections.visit(id, report) { state.take($0) }
        state.outcomes += visit.ended
        visit.ended = []
        guard visit.leaves, !state.isClosing else { return }
        connections.giveBack(state.yieldQueue())
        state.close(drain: state.configuration.drainTimeout, now: now)
    }

    private var nextDeadline: Duration? {
        if mayHaveMore { return .zero }
        let deadlines = [state.nextDeadline(isWanted: visit.hasMore), visit.lookAt]
        return deadlines.compactMap(\.self).min()
    }

    private func deliver() {
        for event in state.takeEvents() { owner.onEvent(event) }
        let outcomes = state.takeOutcomes()
        guard !outcomes.isEmpty else { return }
        // Whoever gets the first answer may ask for another connection because of it.
        if state.hasAnswered, !report.hasAnswered {
            report.hasAnswered = true
            connections.noteAnswer(on: id)
        }
        owner.onOutcomes(outcomes)
    }

    // MARK: Actions

    /// Does what there is to do; false when that is nothing.
    @discardableResult
    private func performActions() -> Bool {
        var hasActed = false
        while let action = state.nextAction(now: now) {
            perform(action)
            hasActed = true
        }
        return hasActed
    }

    private func perform(_ action: HTTP2ConnectionState.Action) {
        switch action {
        case .connect:
            resolve()
            connectToNextAddress(after: .resolution("\(owner.endpoint.host) has no address"))
        case .abandonAttempt:
            channel = nil
            connectToNextAddress(after: .system(call: "connect", code: ETIMEDOUT))
        case .open(let slot):
            open(slot)
        case .cancel(let streamID):
            channel?.session.resetStream(streamID, code: HTTP2ErrorCode.cancel)
        case .ping:
            channel?.session.ping()
        case .disconnect(let failure):
            channel?.shutDown()
            channel = nil
            state.disconnected(failure, now: now)
        }
    }

    private func open(_ slot: Int) {
        let request = state.streams.slots[slot].request
        do throws(HTTP2Failure) {
            if let streamID = try channel?.session.submitRequest(request, authority: authority, slot: slot) {
                state.opened(slot, as: streamID)
            } else {
                state.openingFailed(slot, now: now)
            }
        } catch {
            state.streamClosed(slot, code: HTTP2ErrorCode.internalError)
        }
    }

    // MARK: The connection

    private func resolve() {
        do throws(TransportError) {
            addresses = try SocketAddress.resolve(host: owner.endpoint.host, port: owner.endpoint.port)[...]
        } catch {
            addresses = []
            connectFailed(.connectFailed("\(error)"))
        }
    }

    private func connectToNextAddress(after failure: TransportError) {
        guard case .connecting = state.phase else { return }
        var failure = failure
        while !state.isClosing, let address = addresses.popFirst() {
            do throws(TransportError) {
                try connect(to: address)
                state.attemptBegan(now: now)
                return
            } catch {
                failure = error
            }
        }
        connectFailed(state.isClosing ? .closed : .connectFailed("\(failure)"))
    }

    /// What waits fails as well, unless another connection may come to it.
    private func connectFailed(_ failure: HTTP2Failure) {
        connections.giveBack(state.yieldQueue())
        for waiting in connections.takeStranded(by: id) { state.take(waiting) }
        state.connectFailed(failure, now: now)
    }

    private func connect(to address: SocketAddress) throws(TransportError) {
        let socket = try address.connect()
        channelToken += 1
        try poller.watch(socket.raw, token: channelToken, forWriting: true)
        channel = HTTP2Channel(
            tls: try TLSSession(context: owner.tls, connectingTo: owner.endpoint.host, over: socket),
            session: try HTTP2Session(isServer: false, settings: HTTP2Settings(), handler: self), isConnected: false)
    }

    private func receive() {
        mayHaveMore = false
        guard let channel else { return }
        if !channel.isOpen {
            do throws(TransportError) {
                guard try channel.establish() else { return }
                state.connected(now: now)
            } catch {
                self.channel = nil
                connectToNextAddress(after: error)
                return
            }
        }
        advance { channel throws(HTTP2Failure) in
            let count = try channel.receive(limit: Self.readLimit)
            if count > 0 { state.received(now: now) }
            mayHaveMore = count >= Self.readLimit
        }
    }

    private func send() {
        guard let channel, channel.isOpen else { return }
        advance { channel throws(HTTP2Failure) in try channel.send() }
    }

    private func advance(_ body: (HTTP2Channel) throws(HTTP2Failure) -> Void) {
        guard let channel else { return }
        do throws(HTTP2Failure) {
            try body(channel)
        } catch {
            self.channel = nil
            state.disconnected(error, now: now)
        }
    }
}
