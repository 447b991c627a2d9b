// SPDX-License-Identifier: Apache-2.0

/// What one caller may do in each class; a class without a limit is not counted.
package struct RateLimits: Hashable, Sendable {
    package static let standard = RateLimits([
        .sends: RateLimit(perSecond: 50, burst: 200), .registrations: RateLimit(perSecond: 100, burst: 500),
        .reads: RateLimit(perSecond: 100, burst: 500),
    ])
    package static let unlimited = RateLimits([:])

    package let limits: [RateClass: RateLimit]

    package init(_ limits: [RateClass: RateLimit]) {
        self.limits = limits
    }

    /// Reads `off`, or a second's requests and the burst of some classes, as in `sends=50/200,reads=100/500`; a class
    /// that is not named keeps its standard limit. Nil for anything else.
    package init?(setting: String) {
        if setting == "off" {
            self = .unlimited
            return
        }
        var limits = Self.standard.limits
        var named: Set<RateClass> = []
        for item in setting.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let rateClass = RateClass(rawValue: String(parts[0])),
                named.insert(rateClass).inserted, let limit = Self.limit(parts[1])
            else { return nil }
            limits[rateClass] = limit
        }
        self.init(limits)
    }

    /// The text that `init(setting:)` reads.
    package var setting: String {
        let items = RateClass.allCases.compactMap { rateClass in
            limits[rateClass].map { "\(rateClass.rawValue)=\($0.perSecond)/\($0.burst)" }
        }
        return items.isEmpty ? "off" : items.joined(separator: ",")
    }

    private static func limit(_ text: Substring) -> RateLimit? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { part -> Int? in
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else { return nil }
            return RateLimit.allowedValues.contains(number) ? number : nil
        }
        guard numbers.count == 2, let perSecond = numbers[0], let burst = numbers[1] else { return nil }
        return RateLimit(perSecond: perSecond, burst: burst)
    }
}
