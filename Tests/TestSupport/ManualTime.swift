// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// A clock that stands until a test moves it.
package final class ManualTime: TimeSource {
    private let state: Locked<(now: Timestamp, uptime: Duration)>

    package init(_ start: Timestamp = Timestamp(milliseconds: 1_800_000_000_000)) {
        state = Locked((start, .zero))
    }

    package func now() -> Timestamp { state.withLock { $0.now } }
    package func uptime() -> Duration { state.withLock { $0.uptime } }

    /// Moves both clocks forward.
    package func advance(by span: Duration) {
        state.withLock {
            $0.now = $0.now + span
            $0.uptime += span
        }
    }

    /// Sets the calendar alone, as an operator or a time server would.
    package func setCalendar(to time: Timestamp) {
        state.withLock { $0.now = time }
    }
}
