// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// The loop of a client's thread: it carries out what `HTTP2ConnectionState` decides.
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

    private let owner: Owner
    private let authority: String
    private let mailbox: Mailbox<HTTP2ClientMessage>
    private let sharedStatus: Locked<HTTP2ClientStatus>
    private let poller: Poller
    var state: HTTP2ConnectionState
    private var addresses: ArraySlice<SocketAddress> = []
    private var channel: HTTP2Channel?
    /// Tells the events of this connection from late ones of an earlier.
    private var channelToken = HTTP2ClientDriver.mailboxToken
    private var mayHaveMore = false
    private(set) var now = Duration.zero

    init(
        owner: Owner, state: HTTP2ConnectionState, mailbox: Mailbox<HTTP2ClientMessage>,
        status: Locked<HTTP2ClientStatus>, poller: consuming Poller
    ) throws(TransportError) {
        try poller.watch(mailbox.descriptor, token: Self.mailboxToken, forWriting: false)
        self.owner = owner
        authority = owner.endpoint.authority
        self.state = state
        self.mailbox = mailbox
        sharedStatus = status
        self.poller = poller
    }

    /// Runs until the client is closed and every request has its outcome.
    func run() {
        while true {
            turn()
            if state.phase == .closed, mailbox.finish() { return }
            let deadline = mayHaveMore ? .zero : state.nextDeadline()
            guard mailbox.beginWait() else { continue }
            var hasAnswers = false
            poller.wait(for: deadline.map { max(.zero, $0 - owner.time.uptime()) }) { event in
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
            switch message {
            case .submit(let requests):
                sharedStatus.withLock { $0.arriving -= requests.count }
                state.submit(requests, now: now)
            case .close(let drain):
                state.close(drain: drain, now: now)
            }
        }
        state.tick(now: now)
        performActions()
        // Sending may end streams or the connection, and then there is more to do.
        repeat { send() } while performActions()
        deliver()
    }

    private func deliver() {
        // The owner may ask in its callbacks how much more it can submit.
        let status = state.status
        sharedStatus.withLock { shared in
            let arriving = shared.arriving
            shared = status
            shared.arriving = arriving
        }
        for event in state.takeEvents() { owner.onEvent(event) }
        let outcomes = state.takeOutcomes()
        if !outcomes.isEmpty { owner.onOutcomes(outcomes) }
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
            state.connectFailed(.connectFailed("\(error)"), now: now)
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
        state.connectFailed(state.isClosing ? .closed : .connectFailed("\(failure)"), now: now)
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
