// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaxSystem

/// The thread that looks after a server's connections: it ends those that are overdue, notices clients that left while
/// their answer is held, and stops the server.
final class ServerInspector: Sendable {
    private struct Stop {
        let deadline: Duration
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private enum Progress {
        case serving
        case stopping(Stop)
        case stopped
    }

    private let core: ServerCore
    private let listening: ListeningSocket
    private let workers: [ServerWorker]
    private let progress = Locked(Progress.serving)

    /// How long the last answers may take to leave once the deadline has passed.
    private static let farewell = Duration.seconds(1)

    init(core: ServerCore, listening: ListeningSocket, workers: [ServerWorker]) {
        self.core = core
        self.listening = listening
        self.workers = workers
    }

    func start() {
        BackgroundThread.start { [self] in
            while deadline == nil {
                core.wake.wait(for: core.configuration.inspectionInterval)
                inspect()
            }
            shutDown()
        }
    }

    /// Stops the server; the earliest deadline counts when called again.
    func stop(within span: Duration, _ continuation: CheckedContinuation<Void, Never>? = nil) {
        let end = core.time.uptime() + span
        let isStopped = progress.withLock { progress in
            switch progress {
            case .stopped: return true
            case .serving: progress = .stopping(Stop(deadline: end, waiting: [continuation].compactMap(\.self)))
            case .stopping(let stop):
                progress = .stopping(
                    Stop(
                        deadline: min(stop.deadline, end), waiting: stop.waiting + [continuation].compactMap(\.self)))
            }
            return false
        }
        if isStopped { continuation?.resume() }
        core.wake.signal()
    }

    private var deadline: Duration? {
        progress.withLock { if case .stopping(let stop) = $0 { stop.deadline } else { nil } }
    }

    private func inspect() {
        let now = core.time.uptime()
        let connections = core.openConnections
        for connection in connections { connection.closeIfOverdue(at: now) }
        // RDHUP tells of a client that left even when unread bytes stand before its end; Swift sees only epoll's name
        // for the bit.
        let events = Int16(EPOLLRDHUP.rawValue)
        var polls = connections.map { pollfd(fd: $0.socket, events: events, revents: 0) }
        guard poll(&polls, nfds_t(polls.count), 0) > 0 else { return }
        for (connection, poll) in zip(connections, polls) where poll.revents != 0 {
            connection.clientLeft(at: now)
        }
    }

    private func shutDown() {
        core.drain()
        listening.stop()
        for worker in workers { worker.wakeUp() }
        while let deadline, hasConnections() {
            let left = deadline - core.time.uptime()
            guard left > .zero else { break }
            core.wake.wait(for: min(left, core.configuration.inspectionInterval))
            inspect()
        }
        core.halt()
        let end = core.time.uptime() + Self.farewell
        while hasConnections() {
            let left = end - core.time.uptime()
            guard left > .zero else { break }
            core.wake.wait(for: min(left, .milliseconds(100)))
        }
        for worker in workers { worker.end() }
        let waiting: [CheckedContinuation<Void, Never>] = progress.withLock { progress in
            defer { progress = .stopped }
            return if case .stopping(let stop) = progress { stop.waiting } else { [] }
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Whether connections are left once those that do nothing are closed, and those held too long are answered.
    private func hasConnections() -> Bool {
        let connections = core.openConnections
        for connection in connections {
            connection.closeIfIdle()
            if core.isHalting { connection.answerStopping() }
        }
        return !connections.isEmpty
    }
}
