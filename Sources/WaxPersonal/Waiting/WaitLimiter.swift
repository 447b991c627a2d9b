// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Counts the requests that wait, so that neither one account nor all of them together use up the connections that short
/// requests need.
package final class WaitLimiter: Sendable {
    private struct State {
        var counts: [Int64: Int] = [:]
        var all = 0
    }

    /// Seconds after which another try makes sense.
    private static let retryAfter = 2

    private let perAccount: Int
    private let inAll: Int
    private let state = Locked(State())

    package init(perAccount: Int, inAll: Int) {
        self.perAccount = perAccount
        self.inAll = inAll
    }

    /// How many wait now.
    package var count: Int { state.withLock { $0.all } }

    /// Runs `body`, which waits, and counts it meanwhile. Throws `answer_wait.limit_exceeded` when too many wait.
    func waiting<Result>(for account: Int64, _ body: () async throws -> Result) async throws -> Result {
        let isCounted = state.withLock { state in
            guard state.all < inAll, state.counts[account, default: 0] < perAccount else { return false }
            state.all += 1
            state.counts[account, default: 0] += 1
            return true
        }
        guard isCounted else { throw Problem(.waitLimit, retryAfter: Self.retryAfter) }
        defer {
            state.withLock { state in
                state.all -= 1
                let rest = state.counts[account, default: 1] - 1
                state.counts[account] = rest > 0 ? rest : nil
            }
        }
        return try await body()
    }
}
