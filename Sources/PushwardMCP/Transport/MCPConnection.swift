// SPDX-License-Identifier: Apache-2.0
package import WaxJSON
import WaxSystem

/// Runs a conversation: hands what comes in to the session, and does what the session decides.
package final class MCPConnection: Sendable {
    /// Runs one tool; its task is cancelled when nobody waits for the result any more.
    package typealias Runner =
        @Sendable (ToolCall, _ progress: @escaping @Sendable (ToolProgress) -> Void) async -> ToolResult

    /// What goes out.
    package enum Output: Sendable {
        /// A message that belongs to an exchange which goes on.
        case message(JSONValue, exchange: Int)
        /// The answer of an exchange, nil when nothing answers it.
        case end(JSONValue?, exchange: Int)

        /// The message, if there is one.
        var value: JSONValue? {
            switch self {
            case .message(let value, _): value
            case .end(let value, _): value
            }
        }
    }

    private struct State {
        var session: MCPSession
        var tasks: [Int: Task<Void, Never>] = [:]
    }

    private let state: Locked<State>
    private let run: Runner
    private let output: @Sendable (Output) -> Void

    /// - Parameter output: called by one thread at a time, in the order in which the messages are to go out; while it
    ///   blocks, nothing more is taken in.
    package init(_ session: MCPSession, run: @escaping Runner, output: @escaping @Sendable (Output) -> Void) {
        state = Locked(State(session: session))
        self.run = run
        self.output = output
    }

    /// What `initialize` agreed on; nil before it.
    var version: ProtocolVersion? { state.withLock { $0.session.version } }

    /// How many calls run.
    var callCount: Int { state.withLock { $0.tasks.count } }

    /// Takes the text of one message, or of an array of them.
    package func receive(_ bytes: [UInt8], exchange: Int) {
        do throws(JSONError) {
            receive(try JSONReader.parse(bytes), exchange: exchange)
        } catch {
            decide { $0.receiveUnreadable("the message is no JSON: \(error)", exchange: exchange) }
        }
    }

    /// Takes one message, or an array of them.
    package func receive(_ message: JSONValue, exchange: Int) {
        decide { $0.receive(message, exchange: exchange) }
    }

    /// Takes a message that is longer than `limit` bytes, and was not kept.
    func receiveTooLong(limit: Int, exchange: Int) {
        decide { $0.receiveUnreadable("the message has more than \(limit) bytes", exchange: exchange) }
    }

    /// Nobody waits for the answer of an exchange any more.
    func abandon(exchange: Int) {
        decide { $0.abandon(exchange: exchange) }
    }

    /// Cancels all calls, and waits until they have ended.
    package func end() async {
        let tasks = state.withLock { Array($0.tasks.values) }
        decide { $0.end() }
        for task in tasks { await task.value }
    }

    private func decide(_ decision: (inout MCPSession) -> [MCPSession.Action]) {
        state.withLock { state in
            // What is decided first also goes out first: the lock is held until all is done.
            for action in decision(&state.session) { perform(action, &state) }
        }
    }

    private func perform(_ action: MCPSession.Action, _ state: inout State) {
        switch action {
        case .start(let call):
            state.tasks[call.number] = Task { [self] in
                let result = await run(call) { [weak self] progress in
                    self?.decide { $0.progress(progress, call: call.number) }
                }
                finish(result, call: call.number)
            }
        case .cancel(let number): state.tasks[number]?.cancel()
        case .send(let message, let exchange): output(.message(message, exchange: exchange))
        case .finish(let answer, let exchange): output(.end(answer, exchange: exchange))
        }
    }

    private func finish(_ result: ToolResult, call: Int) {
        decide { $0.finish(result, call: call) }
        state.withLock { $0.tasks[call] = nil }
    }
}
