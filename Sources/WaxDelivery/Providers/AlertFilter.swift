// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// Lets an alert about an app through once in a while, however many deliveries raise it. Times are uptimes.
struct AlertFilter {
    /// The time between two of the same.
    static let interval = Duration.seconds(600)

    private struct Key: Hashable {
        let app: Int64
        let alert: AppAlert
    }

    private var raised: [Key: Duration] = [:]

    mutating func admits(app: Int64, _ alert: AppAlert, now: Duration) -> Bool {
        let key = Key(app: app, alert: alert)
        if let last = raised[key], now - last < Self.interval { return false }
        raised[key] = now
        return true
    }

    mutating func tidy(now: Duration) {
        raised = raised.filter { now - $0.value < Self.interval }
    }
}
