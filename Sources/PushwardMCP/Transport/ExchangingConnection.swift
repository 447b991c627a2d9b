// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSystem

/// A conversation in which whoever brings a message waits for its answer.
final class ExchangingConnection: Sendable {
    private struct State {
        var last = 0
        var waiting: [Int: CheckedContinuation<JSONValue?, Never>] = [:]
    }

    private let state: Locked<State>
    private let connection: MCPConnection

    init(_ session: MCPSession, run: @escaping MCPConnection.Runner) {
        let state = Locked(State())
        self.state = state
        connection = MCPConnection(session, run: run) { output in
            // The answer comes back in one piece, so there is no way for what comes before it.
            guard case .end(let answer, let exchange) = output else { return }
            state.withLock { $0.waiting.removeValue(forKey: exchange) }?.resume(returning: answer)
        }
    }

    /// What `initialize` agreed on; nil before it.
    var version: ProtocolVersion? { connection.version }

    /// How many calls run.
    var callCount: Int { connection.callCount }

    /// Brings a message and waits for what answers it; nil when nothing does, or when the task is cancelled.
    /// - Parameter cancelsWithTask: whether the calls of the message are cancelled together with the task.
    func exchange(_ message: JSONValue, cancelsWithTask: Bool) async -> JSONValue? {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting[number] = continuation }
                connection.receive(message, exchange: number)
                if Task.isCancelled { leave(number, cancels: cancelsWithTask) }
            }
        } onCancel: {
            leave(number, cancels: cancelsWithTask)
        }
    }

    /// Cancels all calls, and waits until they have ended.
    func end() async {
        await connection.end()
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume(returning: nil) }
    }

    private func leave(_ exchange: Int, cancels: Bool) {
        if cancels { connection.abandon(exchange: exchange) }
        state.withLock { $0.waiting.removeValue(forKey: exchange) }?.resume(returning: nil)
    }
}
