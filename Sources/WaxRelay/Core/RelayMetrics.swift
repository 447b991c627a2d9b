// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// What a relay has done, in counts that name nobody; they are shown as they were at the last full minute.
package final class RelayMetrics: Sendable {
    /// What is counted; the value is the place of its count.
    enum Event: Int, CaseIterable, Sendable {
        case calls, malformed, refusedByBudget, overloaded, tokens, repeated, limitedCipher, limitedDay, unknownKey
        case notOpened, badContent, notValidNow, decoys, revoked, noTicket, unknownApp, deadDevice, limitedWaiting,
            gathered, delayed
        case sent, delivered, retried, givenUp, refusedByProvider
        case enrolments, limitedEnrolments, tickets, revocations, limitedRevocations

        /// As the text form calls it: in lower case, words apart.
        var name: String {
            "\(self)".reduce(into: "") { name, letter in
                name += letter.isUppercase ? "_\(letter.lowercased())" : "\(letter)"
            }
        }
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

    func count(_ event: Event, _ number: Int = 1) {
        let minute = time.now().seconds / 60
        state.withLock { state in
            Self.turn(&state, minute)
            state.counts[event.rawValue] += Int64(number)
        }
    }

    /// The count so far, for tests and measurements.
    func value(_ event: Event) -> Int64 { state.withLock { $0.counts[event.rawValue] } }

    /// The text form that Prometheus reads.
    func text() -> String {
        let minute = time.now().seconds / 60
        let shown = state.withLock { state in
            Self.turn(&state, minute)
            return state.shown
        }
        return zip(Event.allCases, shown).map { event, count in
            "# TYPE waxwing_relay_\(event.name)_total counter\nwaxwing_relay_\(event.name)_total \(count)\n"
        }.joined()
    }

    private static func turn(_ state: inout State, _ minute: Int64) {
        guard minute != state.minute else { return }
        state.minute = minute
        state.shown = state.counts
    }
}
