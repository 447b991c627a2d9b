// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// One thread of a server: accepts connections, and serves them until it is told to end.
final class ServerWorker: Sendable {
    private struct State {
        var daemon: Daemon?
        var isEnding = false
        var isDone = false
    }

    private let context: WorkerContext
    private let listening: ListeningSocket
    private let state: Locked<State>

    /// How many connections are accepted before those that are open get their turn.
    private static let series = 16
    /// How long nothing is accepted once no more files can be opened, and how often lingering sockets are looked at.
    private static let pause = Duration.milliseconds(100)

    init(core: ServerCore, listening: ListeningSocket) throws(HTTPServerError) {
        context = WorkerContext(core: core)
        self.listening = listening
        state = Locked(State(daemon: try Daemon(context)))
    }

    private var core: ServerCore { context.core }

    func start() {
        BackgroundThread.start { [self] in
            serve()
            context.executor.end()
            state.withLock { $0.isDone = true }
            state.notify()
        }
    }

    /// Has the worker see that the server drains.
    func wakeUp() { context.wake.signal() }

    /// Ends the thread, closes its connections, and waits for that; no connection may be held.
    func end() {
        state.withLock { $0.isEnding = true }
        wakeUp()
        state.wait { $0.isDone ? () : nil }
    }

    private func serve() {
        guard let daemon = state.withLock({ $0.daemon.take() }) else { return }
        // Each worker has its share, so that it knows by itself when a place is free again.
        let limit = max(core.configuration.connectionLimit / core.configuration.threads, 1)
        let lingering = context.lingering
        var polls: [pollfd] = []
        var pausedUntil: Duration?
        while !state.withLock({ $0.isEnding }) {
            if let end = pausedUntil, core.time.uptime() >= end { pausedUntil = nil }
            let isAccepting = !core.isDraining && pausedUntil == nil && daemon.connectionCount < limit
            polls.removeAll(keepingCapacity: true)
            for descriptor in [daemon.descriptor, context.wake.descriptor, isAccepting ? listening.descriptor : -1] {
                polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            for descriptor in lingering.descriptors {
                polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            let hasDeadline = pausedUntil != nil || !lingering.isEmpty
            let timeout = hasDeadline ? min(daemon.timeout ?? .max, Self.pause.milliseconds) : daemon.timeout
            poll(&polls, nfds_t(polls.count), timeout.map { Int32(clamping: $0) } ?? -1)
            if polls[1].revents != 0 { context.wake.clear() }
            if polls[2].revents != 0, !accept(into: daemon, limit: limit) {
                pausedUntil = core.time.uptime() + Self.pause
            }
            context.executor.runJobs()
            daemon.run()
            if !lingering.isEmpty { lingering.drain(at: core.time.uptime()) }
        }
    }

    /// False when there is nothing left to accept with.
    private func accept(into daemon: Daemon, limit: Int) -> Bool {
        for _ in 0..<min(Self.series, limit - daemon.connectionCount) {
            switch listening.accept() {
            case .connection(let socket, var address, let length):
                daemon.add(socket, from: &address, length)
            case .none: return true
            case .exhausted: return false
            }
        }
        return true
    }
}
