// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A provider token that was made here, with its age.
///
/// The age is measured on the clock that only grows. When the calendar is set meanwhile, the times in the token are wrong
/// and it counts as used up.
struct MintedToken: Sendable {
    /// The present on both clocks.
    struct Moment {
        let time: Timestamp
        let uptime: Duration

        init(_ source: any TimeSource) {
            time = source.now()
            uptime = source.uptime()
        }
    }

    /// How old tokens may become.
    struct Ages {
        /// The age at which a token is replaced.
        let renewal: Duration
        /// The age below which it is not replaced, whatever the provider says of it.
        let least: Duration
    }

    /// The step of the calendar that makes a token useless.
    static let clockTolerance = Duration.seconds(5 * 60)

    /// The value of `authorization`.
    let authorization: String
    private let mintedAt: Moment

    init(_ authorization: String, at moment: Moment) {
        self.authorization = authorization
        mintedAt = moment
    }

    /// Whether it is older than a token may become.
    func isOver(_ ages: Ages, at moment: Moment) -> Bool { moment.uptime - mintedAt.uptime >= ages.renewal }

    /// Whether it is to be sent with now; `rejected` is a value that the provider did not take.
    func isGood(_ ages: Ages, at moment: Moment, rejected: String?) -> Bool {
        let age = moment.uptime - mintedAt.uptime
        let calendarAge = Duration.milliseconds(moment.time.milliseconds - mintedAt.time.milliseconds)
        let drift = calendarAge - age
        guard max(drift, .zero - drift) <= Self.clockTolerance else { return false }
        return age < (authorization == rejected ? ages.least : ages.renewal)
    }
}
