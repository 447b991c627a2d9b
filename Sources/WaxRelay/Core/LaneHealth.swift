// SPDX-License-Identifier: Apache-2.0

/// What the provider of an app says of the app: decides when it is left alone and when a line is due in the log. Times are
/// microseconds of uptime.
struct LaneHealth {
    /// How long an app is left alone whose provider refuses it, and the time between two lines about one thing.
    static let span = Duration.seconds(60).microseconds

    private var brokenUntil: Int64 = 0
    private var nextLine: Int64 = 0
    /// When the provider first refused what the app shows for itself, since which it has taken nothing.
    private var refusedAt: Int64?

    /// How long nothing is sent.
    func wait(now: Int64) -> Int64 { max(0, brokenUntil - now) }

    /// The provider refuses the app; returns whether that is news for the log.
    mutating func noteMisconfigured(now: Int64) -> Bool {
        defer { brokenUntil = now + Self.span }
        return brokenUntil <= now
    }

    /// The provider calls a request wrong; returns whether that is news for the log.
    mutating func noteRejected(now: Int64) -> Bool {
        guard nextLine <= now else { return false }
        nextLine = now + Self.span
        return true
    }

    /// The provider did not take the app's token for a push; returns whether it has had another one since, and so refuses the
    /// app.
    mutating func noteTokenRefused(sentAt: Int64, now: Int64) -> Bool {
        guard let refusedAt else {
            self.refusedAt = now
            return false
        }
        return sentAt > refusedAt
    }

    /// The provider took the app's token, whatever it says of the push.
    mutating func noteTokenTaken(sentAt: Int64) {
        if let refusedAt, sentAt > refusedAt { self.refusedAt = nil }
    }
}
