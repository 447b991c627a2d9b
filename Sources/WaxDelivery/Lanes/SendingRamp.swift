// SPDX-License-Identifier: Apache-2.0

/// How fast requests may go through one lane: some at once, then at a rate that grows evenly while the lane is busy.
///
/// Google asks for a minute or more from rest to the quota's rate (firebase.google.com: scale-fcm), and allows 600 000
/// messages a minute for a project (throttling-and-quotas).
struct SendingRamp {
    /// Where the rate begins and ends. All but times are numbers of requests.
    struct Limits: Hashable, Sendable {
        /// What may go at once after a rest, however short the ramp.
        let burst: Double
        /// A second, at the beginning and in the end.
        let startRate: Double
        let fullRate: Double
        let duration: Duration

        /// Ends at `ratePerMinute` after `duration`; the other limits are in proportion, such as 1000 at once and 500 a
        /// second for 600 000 a minute.
        init(ratePerMinute: Int, duration: Duration) {
            burst = max(1, Double(ratePerMinute) / 600)
            fullRate = Double(ratePerMinute) / 60
            startRate = fullRate / 20
            self.duration = duration
        }
    }

    /// A lane that was not used for so long begins anew.
    static let restLimit = Duration.seconds(300)
    /// A longer pause adds no more than this to the time for which the lane was busy.
    private static let longestPause = Duration.seconds(1)

    let limits: Limits
    private var allowance: Double
    /// For how long the lane was busy, which is what its rate goes by.
    private var busy = Duration.zero
    private var updatedAt: Duration

    init(_ limits: Limits, now: Duration) {
        self.limits = limits
        allowance = limits.burst
        updatedAt = now
    }

    /// The requests a second that are allowed now.
    var rate: Double { rate(after: busy) }

    /// Takes as many as may go now, at most `wanted`.
    mutating func take(_ wanted: Int, now: Duration) -> Int {
        update(now)
        let count = min(wanted, Int(allowance))
        allowance -= Double(count)
        return count
    }

    /// How long to wait, after `take`, until more may go: `wanted`, or what 50 ms give if that is less.
    func wait(for wanted: Int) -> Duration {
        let missing = max(1, min(Double(wanted), rate / 20)) - allowance
        return max(.milliseconds(1), .seconds(missing / rate))
    }

    /// Whether the lane would begin anew.
    func hasRested(_ now: Duration) -> Bool { now - updatedAt >= Self.restLimit }

    private mutating func update(_ now: Duration) {
        guard now > updatedAt else { return }
        guard !hasRested(now) else {
            self = SendingRamp(limits, now: now)
            return
        }
        let step = min(now - updatedAt, Self.longestPause)
        let rest = now - updatedAt - step
        let before = rate
        busy += step
        allowance += step.inSeconds * (before + rate) / 2 + rest.inSeconds * rate
        allowance = min(limits.burst, allowance)
        updatedAt = now
    }

    private func rate(after busy: Duration) -> Double {
        let part = min(1, busy / limits.duration)
        return limits.startRate + (limits.fullRate - limits.startRate) * part
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
