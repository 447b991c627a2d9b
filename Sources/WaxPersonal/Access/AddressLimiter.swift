// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxSystem

/// Counts the requests of each address in windows of one minute; of IPv6 the 64 bits that a provider gives to one customer.
package struct AddressLimiter: Sendable {
    private static let window = Duration.seconds(60)

    /// The most requests of one address in a minute; nil when they are not counted.
    private let limit: Int?
    private var windowEnd = Duration.zero
    private var counts: [IPAddress: Int] = [:]

    package init(perMinute limit: Int?) {
        self.limit = limit
    }

    /// Counts one request at the time `now` of a clock that only grows; the seconds to wait when it is one too many.
    package mutating func take(_ address: IPAddress?, now: Duration) -> Int? {
        guard let limit, let address else { return nil }
        if now >= windowEnd {
            windowEnd = now + Self.window
            counts.removeAll(keepingCapacity: true)
        }
        let subject = Self.subject(of: address)
        let count = counts[subject, default: 0]
        guard count < limit else { return Int((windowEnd - now).milliseconds + 999) / 1000 }
        counts[subject] = count + 1
        return nil
    }

    private static func subject(of address: IPAddress) -> IPAddress {
        if case .v6(let high, _) = address.unmapped { .v6(high: high, low: 0) } else { address.unmapped }
    }
}
