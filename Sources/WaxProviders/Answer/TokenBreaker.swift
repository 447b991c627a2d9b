// SPDX-License-Identifier: Apache-2.0

/// Tells dead tokens from a wrong configuration, for one app and one environment.
///
/// `BadDeviceToken`, `DeviceTokenNotForTopic` and `SENDER_ID_MISMATCH` mean that a token is dead, or that all tokens were
/// sent to the wrong place. When most devices answer so within a short time, it is the second, and none of them may be
/// deactivated for it. Times are uptimes.
package struct TokenBreaker: Sendable {
    /// What to do with a device whose token was refused.
    package enum Judgement: Hashable, Sendable {
        /// The token is dead: deactivate the device.
        case deactivate
        /// Leave the device alone; `isNew` when `AppAlert.tokensRefused` is to be raised.
        case keep(isNew: Bool)
    }

    /// Answers count for at least half of this time and at most all of it.
    package static let window = Duration.seconds(600)
    /// The refusals that are always taken for dead tokens.
    package static let allowance = 20

    private struct Count {
        var answers = 0
        var refusals = 0
    }

    private var earlier = Count()
    private var current = Count()
    private var startedAt = Duration.zero
    private var isOpen = false

    package init() {}

    /// Counts an answer that accepted the token.
    package mutating func accept(now: Duration) {
        turn(now)
        current.answers += 1
    }

    /// Counts an answer that refused the token, and says what follows for the device.
    package mutating func refuse(now: Duration) -> Judgement {
        turn(now)
        current.answers += 1
        current.refusals += 1
        let refusals = earlier.refusals + current.refusals
        let wasOpen = isOpen
        isOpen = refusals > Self.allowance && refusals * 2 > earlier.answers + current.answers
        return isOpen ? .keep(isNew: !wasOpen) : .deactivate
    }

    /// Forgets what is older than the window, by halves.
    private mutating func turn(_ now: Duration) {
        let half = Self.window / 2
        guard now - startedAt >= half else { return }
        earlier = now - startedAt < Self.window ? current : Count()
        current = Count()
        startedAt = now
        if earlier.answers == 0 { isOpen = false }
    }
}
