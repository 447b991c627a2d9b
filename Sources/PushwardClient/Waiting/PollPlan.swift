// SPDX-License-Identifier: Apache-2.0

/// How a wait is made of requests that the server holds back for a while.
package struct PollPlan: Sendable {
    private let end: Duration

    /// A wait of `span` that begins now.
    package init(for span: Duration, from now: Duration) {
        end = now + span
    }

    /// For how many seconds to ask the server to hold the next answer; nil when less than one is left.
    package func hold(at now: Duration) -> Int? {
        let seconds = (end - now).components.seconds
        return seconds >= 1 ? Int(min(seconds, 25)) : nil
    }

    /// How long to pause before the next request; nil when the time is up.
    /// - Parameters:
    ///   - isCrowded: whether the server holds too many answers back already.
    ///   - took: how long the last request took; at once means that the server does not hold it.
    ///   - wasLast: whether the last request asked for the state as it is.
    package func pause(isCrowded: Bool, took: Duration, wasLast: Bool, at now: Duration) -> Duration? {
        let left = end - now
        guard !wasLast, left > .zero else { return nil }
        if isCrowded { return min(.seconds(5), left) }
        return took < .seconds(1) ? min(.seconds(2), left) : .zero
    }
}
