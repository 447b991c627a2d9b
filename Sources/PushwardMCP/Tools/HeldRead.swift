// SPDX-License-Identifier: Apache-2.0

/// Reads something again and again until it has changed or the time is up; the server holds each read back for a while.
struct HeldRead: Sendable {
    /// What comes next.
    enum Step: Hashable, Sendable {
        /// Read, and let the server hold the answer for so many seconds; nil reads at once.
        case read(holding: Int?)
        /// Wait here, and go on with `resumed`.
        case pause(Duration)
        /// The last read counts.
        case timeUp
    }

    /// The longest that a server holds an answer, in seconds.
    private static let longestHold = 25
    /// An answer that comes sooner was not held, so the next read is put off.
    private static let shortestHold = Duration.seconds(1)
    private static let pauseAfterShortHold = Duration.seconds(2)
    private static let pauseAfterRefusedHold = Duration.seconds(5)

    private let start: Duration
    private let end: Duration
    private var asked: Duration

    /// - Parameter start: the time on the monotonic clock.
    init(for span: Duration, at start: Duration) {
        self.start = start
        end = start + span
        asked = start
    }

    /// The first read, or the one after a pause.
    mutating func resumed(at now: Duration) -> Step {
        asked = now
        let seconds = (end - now).components.seconds
        return .read(holding: seconds < 1 ? nil : Int(min(seconds, Int64(Self.longestHold))))
    }

    /// Nothing has changed yet.
    mutating func unchanged(at now: Duration) -> Step {
        guard now < end else { return .timeUp }
        guard now - asked >= Self.shortestHold else { return pause(Self.pauseAfterShortHold, at: now) }
        return resumed(at: now)
    }

    /// The server holds too many reads already.
    mutating func holdRefused(at now: Duration) -> Step {
        guard now < end else { return .timeUp }
        return pause(Self.pauseAfterRefusedHold, at: now)
    }

    /// How many whole seconds have passed.
    func elapsed(at now: Duration) -> Int { Int((now - start).components.seconds) }

    private func pause(_ span: Duration, at now: Duration) -> Step {
        .pause(min(span, end - now))
    }
}
