// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// One thing that a relay does once a second beside its work, on a thread of its own: a disk that hangs at one of them keeps
/// the relay from no other.
struct RelayUpkeep: Sendable {
    private let problem: String
    private let log: Log
    private let body: @Sendable (UInt32) throws -> Void
    /// In which hour it said last that something is wrong: it does not say so again before the next.
    private var saidAt: UInt32?

    private init(_ problem: String, log: Log, _ body: @escaping @Sendable (UInt32) throws -> Void) {
        self.problem = problem
        self.log = log
        self.body = body
    }

    /// All that there is to do: looking after the keys, and after the file of revocations.
    static func all(keeper: RelayKeeper, revocations: RevocationStore, log: Log) -> [RelayUpkeep] {
        [
            RelayUpkeep("the keys cannot be kept", log: log) { try keeper.refresh(hour: $0) },
            RelayUpkeep("the revocations cannot be kept", log: log) { hour in
                // By a clock that is wrong nothing is thrown out.
                if keeper.trusts(hour: hour) { try revocations.compact(hour: hour) }
            },
        ]
    }

    /// Does it each `interval` until the value is true.
    func start(
        every interval: Duration = .seconds(1), time: any TimeSource, until isStopping: Locked<Bool>
    ) {
        BackgroundThread.start {
            var upkeep = self
            while isStopping.wait(atMost: interval, for: { $0 ? true : nil }) == nil {
                upkeep.run(hour: UInt32(max(0, time.now().seconds / 3600)))
            }
        }
    }

    /// Does it once.
    mutating func run(hour: UInt32) {
        do {
            try body(hour)
            saidAt = nil
        } catch {
            if saidAt != hour { log(.error, "\(problem): \(error)") }
            saidAt = hour
        }
    }
}
