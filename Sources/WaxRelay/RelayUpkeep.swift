// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// What a relay does once a second beside its work: looks after the keys and the file of revocations.
struct RelayUpkeep {
    let keeper: RelayKeeper
    let revocations: RevocationStore
    let log: Log
    /// What was said last, and in which hour: it is not said again before the next.
    private var said: [String: UInt32] = [:]

    init(keeper: RelayKeeper, revocations: RevocationStore, log: Log) {
        self.keeper = keeper
        self.revocations = revocations
        self.log = log
    }

    mutating func run(hour: UInt32) {
        attempt("the keys cannot be kept", hour) { [keeper] in try keeper.refresh(hour: hour) }
        // By a clock that is wrong nothing is thrown out.
        guard keeper.trusts(hour: hour) else { return }
        attempt("the revocations cannot be kept", hour) { [revocations] in try revocations.compact(hour: hour) }
    }

    private mutating func attempt(_ problem: String, _ hour: UInt32, _ body: () throws -> Void) {
        do {
            try body()
            said[problem] = nil
        } catch {
            if said[problem] != hour { log(.error, "\(problem): \(error)") }
            said[problem] = hour
        }
    }
}
