// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxSystem

/// The idempotency keys whose first request is still running in this process.
final class RunningKeys: Sendable {
    private let scopes = Locked<Set<IdempotencyTable.Scope>>([])

    /// False when a request with this key is running already.
    func begin(_ scope: IdempotencyTable.Scope) -> Bool {
        scopes.withLock { $0.insert(scope).inserted }
    }

    func end(_ scope: IdempotencyTable.Scope) {
        scopes.withLock { _ = $0.remove(scope) }
    }
}
