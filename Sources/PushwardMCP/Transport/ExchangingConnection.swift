// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// A conversation in which whoever brings a message waits for its answer.
final class ExchangingConnection: Sendable {
    private let waiters: ExchangeWaiters
    private let connection: MCPConnection
    private let heartbeat: Duration

    /// - Parameter heartbeat: after how long a stream of events says that it is still there.
    init(_ session: MCPSession, heartbeat: Duration, run: @escaping MCPConnection.Runner) {
        let waiters = ExchangeWaiters()
        self.waiters = waiters
        self.heartbeat = heartbeat
        connection = MCPConnection(session, run: run) { waiters.take($0) }
    }

    /// What `initialize` agreed on; nil before it.
    var version: ProtocolVersion? { connection.version }

    /// How many calls run.
    var callCount: Int { connection.callCount }

    /// Brings a message and waits for what answers it.
    /// - Parameters:
    ///   - mayStream: whether the answer may be a stream, when it takes long or progress comes before it.
    ///   - cancelsWithClient: whether calls are cancelled when the task is, or when the stream cannot be sent.
    func exchange(_ message: JSONValue, mayStream: Bool, cancelsWithClient: Bool) async -> ExchangeWaiters.Answer {
        let number = waiters.next()
        let leave: @Sendable () -> Void = { [connection, waiters] in
            waiters.leave(number)
            if cancelsWithClient { connection.abandon(exchange: number) }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters.add(number, continuation, mayStream: mayStream, onClose: leave)
                connection.receive(message, exchange: number)
                if Task.isCancelled { leave() }
                if mayStream { beat(number) }
            }
        } onCancel: {
            leave()
        }
    }

    /// Cancels all calls, and waits until they have ended.
    func end() async {
        await connection.end()
        waiters.end()
    }

    private func beat(_ exchange: Int) {
        Task { [waiters, heartbeat] in
            while (try? await Task.sleep(for: heartbeat)) != nil, waiters.beat(exchange) {}
        }
    }
}
