// SPDX-License-Identifier: Apache-2.0

/// A write that waits for the writer's thread, whatever it returns.
protocol PendingWrite: AnyObject, Sendable {
    /// Runs the body and keeps its result.
    func run(in transaction: Transaction) throws

    /// Tells the caller the result, or the failure of its commit group; called once.
    func finish(_ failure: (any Error)?)
}

/// A body, the result it had, and whom to tell.
final class QueuedWrite<Value: Sendable>: PendingWrite, @unchecked Sendable {
    // Sendable: after the queue has handed it over, only the writer's thread touches `value`.
    private let body: @Sendable (Transaction) throws -> Value
    private let deliver: @Sendable (Result<Value, any Error>) -> Void
    private var value: Value?

    init(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        deliver: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.body = body
        self.deliver = deliver
    }

    func run(in transaction: Transaction) throws {
        value = try body(transaction)
    }

    func finish(_ failure: (any Error)?) {
        if let failure {
            deliver(.failure(failure))
        } else if let value {
            deliver(.success(value))
        } else {
            deliver(.failure(StoreError(.misuse, "a write was finished that never ran")))
        }
    }
}
