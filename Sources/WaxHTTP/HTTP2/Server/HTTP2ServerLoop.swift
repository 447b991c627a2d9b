// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaxSystem

/// One thread of a server and the connections that it owns.
final class HTTP2ServerLoop {
    /// What all threads of a server have in common.
    struct Owner: Sendable {
        /// What new connections are greeted with; nil ends them.
        let greeting: Locked<TLSContext?>
        let configuration: HTTP2ServerConfiguration
        let time: any TimeSource
        let control: HTTP2ServerControl
        let onEvent: @Sendable (HTTP2ServerEvent) -> Void
        let onRequests: @Sendable ([HTTP2ServerRequest], HTTP2ServerControl) -> Void
    }

    private static let mailboxToken: UInt64 = 0
    private static let listenerToken: UInt64 = 1
    /// How long to wait when a connection could not be accepted, for want of descriptors say.
    private static let acceptRetry = Duration.milliseconds(100)

    private let owner: Owner
    private let index: Int
    private let mailboxes: [Mailbox<HTTP2ServerMessage>]
    private let poller: Poller
    private var listener: Listener?
    private var connections: [UInt64: HTTP2ServerConnection] = [:]
    /// The connections with a deadline, which are few: they make a handshake, are read slowly, or end.
    private var timed: Set<UInt64> = []
    private var scheduled: [HTTP2ServerConnection] = []
    private var nextSerial: UInt64 = 2
    private var nextLoop = 0
    private var isClosing = false
    private var now = Duration.zero

    private struct Listener: ~Copyable {
        let socket: FileDescriptor
        var isReadable = true
        var retryAt: Duration?
    }

    init(
        owner: Owner, index: Int, mailboxes: [Mailbox<HTTP2ServerMessage>], poller: consuming Poller
    ) throws(TransportError) {
        try poller.watch(mailboxes[index].descriptor, token: Self.mailboxToken, forWriting: false)
        self.owner = owner
        self.index = index
        self.mailboxes = mailboxes
        self.poller = poller
    }

    /// Makes this the thread that accepts connections for all.
    func accept(from socket: consuming FileDescriptor) throws(TransportError) {
        try poller.watch(socket.raw, token: Self.listenerToken, forWriting: false)
        listener = Listener(socket: socket)
    }

    /// Runs until the server is closed and the connections are gone.
    func run() {
        while true {
            turn()
            if isClosing && connections.isEmpty && mailboxes[index].finish() { return }
            guard mailboxes[index].beginWait() else { continue }
            poller.wait(for: nextDeadline().map { max(.zero, $0 - owner.time.uptime()) }) { event in
                switch event.token {
                case Self.mailboxToken: mailboxes[index].clearSignal()
                case Self.listenerToken: listener?.isReadable = true
                default:
                    guard let connection = connections[event.token] else { return }
                    connection.socketChanged(event)
                    schedule(connection)
                }
            }
        }
    }

    /// Reads first, then takes answers, so that those which the handler gives at once leave in the same turn.
    private func turn() {
        now = owner.time.uptime()
        acceptConnections()
        for serial in timed {
            if let connection = connections[serial], let deadline = connection.deadline, deadline <= now {
                schedule(connection)
            }
        }
        receive()
        for message in mailboxes[index].take() { handle(message) }
        let sending = scheduled
        scheduled.removeAll(keepingCapacity: true)
        for connection in sending {
            connection.isScheduled = false
            apply(connection.send(), to: connection)
            note(connection)
        }
    }

    private func receive() {
        var requests: [HTTP2ServerRequest] = []
        for connection in scheduled {
            apply(connection.receive(now: now), to: connection)
            requests += connection.arrived
            connection.arrived.removeAll()
            note(connection)
        }
        if !requests.isEmpty { owner.onRequests(requests, owner.control) }
    }

    private func handle(_ message: HTTP2ServerMessage) {
        switch message {
        case .adopt(let raw): adopt(raw)
        case .respond(let responses):
            for response in responses {
                guard let connection = connections[response.key.connection.serial] else { continue }
                connection.respond(response)
                schedule(connection)
            }
        case .perform(let command, let id):
            if let connection = connections[id.serial] { perform(command, on: connection) }
        case .performOnAll(let command):
            for connection in connections.values { perform(command, on: connection) }
        case .close:
            isClosing = true
            listener = nil
            for connection in connections.values { perform(.close, on: connection) }
        }
    }

    private func perform(_ command: HTTP2ServerCommand, on connection: HTTP2ServerConnection) {
        connection.perform(command, now: now)
        schedule(connection)
    }

    private func schedule(_ connection: HTTP2ServerConnection) {
        guard !connection.isScheduled else { return }
        connection.isScheduled = true
        scheduled.append(connection)
    }

    // MARK: Connections

    private func acceptConnections() {
        if let retryAt = listener?.retryAt, retryAt <= now { listener?.isReadable = true }
        while let raw = nextConnection() {
            nextLoop = (nextLoop + 1) % mailboxes.count
            if nextLoop == index {
                adopt(raw)
            } else if !mailboxes[nextLoop].put(.adopt(raw)) {
                Glibc.close(raw)
            }
        }
    }

    private func nextConnection() -> Int32? {
        guard listener?.isReadable == true, let raw = listener?.socket.raw else { return nil }
        let accepted = accept4(raw, nil, nil, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
        guard accepted < 0 else { return accepted }
        listener?.isReadable = errno == ECONNABORTED || errno == EINTR
        listener?.retryAt = errno == EAGAIN || listener?.isReadable == true ? nil : now + Self.acceptRetry
        return listener?.isReadable == true ? nextConnection() : nil
    }

    private func adopt(_ raw: Int32) {
        do throws(TransportError) {
            let socket = try FileDescriptor(adopting: raw, from: "accept4")
            guard !isClosing, let tls = owner.greeting.withLock({ $0 }) else { return }
            socket.sendWithoutDelay()
            let serial = nextSerial
            nextSerial += 1
            try poller.watch(raw, token: serial, forWriting: true)
            let connection = try HTTP2ServerConnection(
                id: HTTP2ConnectionID(loop: index, serial: serial), socket: socket, tls: tls,
                configuration: owner.configuration, now: now)
            connections[serial] = connection
            note(connection)
        } catch {
            // The client sees its connection end.
        }
    }

    private func apply(_ progress: HTTP2ServerConnection.Progress, to connection: HTTP2ServerConnection) {
        switch progress {
        case .none: break
        case .opened: owner.onEvent(.opened(connection.id))
        case .ended(let reason):
            guard connections.removeValue(forKey: connection.id.serial) != nil else { return }
            owner.onEvent(.closed(connection.id, reason: reason))
        }
    }

    /// Passes on what the client took back, and remembers whether the connection has a deadline.
    private func note(_ connection: HTTP2ServerConnection) {
        for event in connection.cancelled { owner.onEvent(event) }
        connection.cancelled.removeAll()
        if connection.deadline != nil && connections[connection.id.serial] != nil {
            timed.insert(connection.id.serial)
        } else {
            timed.remove(connection.id.serial)
        }
    }

    private func nextDeadline() -> Duration? {
        var next = listener?.retryAt
        for serial in timed {
            guard let deadline = connections[serial]?.deadline else { continue }
            next = min(next ?? deadline, deadline)
        }
        return next
    }
}
