// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Counts from any thread.
final class Counter: Sendable {
    private let count = Locked(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
