// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// Lets an alert about an app through once in a while, however many deliveries raise it. Times are uptimes.
struct AlertFilter {
    /// The time between two of the same.
    static let interval = Duration.seconds(600)

    private struct Key: Hashable {
        let app: Int64
        let alert: AppAlert
        /// Each by itself: whoever names a browser's push service must not silence what Apple has to say.
        let provider: Provider
    }

    private var raised: [Key: Duration] = [:]

    mutating func admits(app: Int64, _ alert: AppAlert, from provider: Provider, now: Duration) -> Bool {
        let key = Key(app: app, alert: alert, provider: provider)
        if let last = raised[key], now - last < Self.interval { return false }
        raised[key] = now
        return true
    }

    mutating func tidy(now: Duration) {
        raised = raised.filter { now - $0.value < Self.interval }
    }
}
