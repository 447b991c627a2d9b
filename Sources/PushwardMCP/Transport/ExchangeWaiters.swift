// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxSystem

/// Those who wait for the answers of exchanges, by the numbers of these.
///
/// An answer that takes long, or that progress is reported before, becomes a stream of events: its beats keep the
/// connection open, which clients and proxies close when nothing comes.
final class ExchangeWaiters: Sendable {
    /// How a message is answered.
    enum Answer: Sendable {
        /// By this, or by nothing.
        case whole(JSONValue?)
        /// By the events that come.
        case stream(HTTPBodyStream)
    }

    private struct Waiter {
        let continuation: CheckedContinuation<Answer, Never>
        let mayStream: Bool
        let onClose: @Sendable () -> Void
        /// Once there is one, the continuation was resumed with it.
        var stream: HTTPBodyStream?
    }

    private struct State {
        var last = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Locked(State())

    init() {}

    /// The number of the next exchange.
    func next() -> Int {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Resumes `continuation` as soon as it is known how the exchange is answered.
    /// - Parameter onClose: called when a stream cannot be sent any more.
    func add(
        _ exchange: Int, _ continuation: CheckedContinuation<Answer, Never>, mayStream: Bool,
        onClose: @escaping @Sendable () -> Void
    ) {
        state.withLock {
            $0.waiters[exchange] = Waiter(continuation: continuation, mayStream: mayStream, onClose: onClose)
        }
    }

    /// Hands on what goes out.
    func take(_ output: MCPConnection.Output) {
        switch output {
        case .message(let message, let exchange): _ = stream(exchange, Self.event(message))
        case .end(let answer, let exchange):
            let waiter = state.withLock { $0.waiters.removeValue(forKey: exchange) }
            guard let stream = waiter?.stream else {
                waiter?.continuation.resume(returning: .whole(answer))
                return
            }
            if let answer { stream.write(Self.event(answer)) }
            stream.finish()
        }
    }

    /// Says that the answer is still to come; false when nobody waits any more.
    func beat(_ exchange: Int) -> Bool {
        stream(exchange, Array(":\n\n".utf8))
    }

    /// Whoever brought a message waits no more.
    func leave(_ exchange: Int) {
        release(state.withLock { $0.waiters.removeValue(forKey: exchange) })
    }

    /// Nothing is answered any more.
    func end() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { release(waiter) }
    }

    private func release(_ waiter: Waiter?) {
        guard let stream = waiter?.stream else {
            waiter?.continuation.resume(returning: .whole(nil))
            return
        }
        stream.finish()
    }

    /// Writes to the stream of an exchange, which begins with this if it may; false when nobody waits any more.
    private func stream(_ exchange: Int, _ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard var waiter = state.waiters[exchange], waiter.mayStream else { return false }
            guard waiter.stream == nil else {
                waiter.stream?.write(bytes)
                return true
            }
            let stream = HTTPBodyStream(onClose: waiter.onClose)
            stream.write(bytes)
            waiter.stream = stream
            state.waiters[exchange] = waiter
            waiter.continuation.resume(returning: .stream(stream))
            return true
        }
    }

    /// A message as an event.
    static func event(_ message: JSONValue) -> [UInt8] {
        Array("event: message\ndata: ".utf8) + message.compact + Array("\n\n".utf8)
    }
}
