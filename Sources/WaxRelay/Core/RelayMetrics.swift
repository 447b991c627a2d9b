// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// What a relay has done, in counts that name nobody; they are shown as they were at the last full minute.
package final class RelayMetrics: Sendable {
    /// What is counted.
    enum Event: String, CaseIterable, Sendable {
        case calls, malformed, refusedByBudget = "refused_by_budget", overloaded, tokens
        case repeated, limitedCipher = "limited_cipher", limitedDay = "limited_day", unknownKey = "unknown_key"
        case notOpened = "not_opened", badContent = "bad_content", notValidNow = "not_valid_now", decoys, revoked
        case noTicket = "no_ticket", unknownApp = "unknown_app", deadDevice = "dead_device", gathered, delayed
        case sent, delivered, retried, givenUp = "given_up", refusedByProvider = "refused_by_provider"
        case enrolments, limitedEnrolments = "limited_enrolments", tickets, revocations
        case limitedRevocations = "limited_revocations"
    }

    private struct State {
        var counts: [Int64]
        var shown: [Int64]
        var minute: Int64
    }

    private let time: any TimeSource
    private let state: Locked<State>

    package init(time: any TimeSource) {
        self.time = time
        let zeros = [Int64](repeating: 0, count: Event.allCases.count)
        state = Locked(State(counts: zeros, shown: zeros, minute: time.now().seconds / 60))
    }

    private static let places = Dictionary(uniqueKeysWithValues: zip(Event.allCases, 0...))

    func count(_ event: Event, _ number: Int = 1) {
        let minute = time.now().seconds / 60
        guard let place = Self.places[event] else { return }
        state.withLock { state in
            Self.turn(&state, minute)
            state.counts[place] += Int64(number)
        }
    }

    /// The count so far, for tests and measurements.
    func value(_ event: Event) -> Int64 {
        guard let place = Self.places[event] else { return 0 }
        return state.withLock { $0.counts[place] }
    }

    /// How many pushes were handed over so far, for measurements.
    package var sentCount: Int64 { value(.sent) }

    /// The text form that Prometheus reads.
    func text() -> String {
        let minute = time.now().seconds / 60
        let shown = state.withLock { state in
            Self.turn(&state, minute)
            return state.shown
        }
        return zip(Event.allCases, shown).map { event, count in
            "# TYPE waxwing_relay_\(event.rawValue)_total counter\nwaxwing_relay_\(event.rawValue)_total \(count)\n"
        }.joined()
    }

    private static func turn(_ state: inout State, _ minute: Int64) {
        guard minute != state.minute else { return }
        state.minute = minute
        state.shown = state.counts
    }
}
