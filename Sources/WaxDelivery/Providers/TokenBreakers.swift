// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// A breaker for each app and each lane that it sends through. Times are uptimes.
struct TokenBreakers {
    private struct Key: Hashable {
        let app: Int64
        let lane: LaneKey
    }

    private var breakers: [Key: (breaker: TokenBreaker, lastUsed: Duration)] = [:]

    mutating func accept(app: Int64, _ lane: LaneKey, now: Duration) {
        breakers[Key(app: app, lane: lane), default: (TokenBreaker(), now)].breaker.accept(now: now)
        breakers[Key(app: app, lane: lane)]?.lastUsed = now
    }

    mutating func refuse(app: Int64, _ lane: LaneKey, now: Duration) -> TokenBreaker.Judgement {
        breakers[Key(app: app, lane: lane)]?.lastUsed = now
        return breakers[Key(app: app, lane: lane), default: (TokenBreaker(), now)].breaker.refuse(now: now)
    }

    /// Forgets those that remember nothing any more.
    mutating func tidy(now: Duration) {
        breakers = breakers.filter { now - $0.value.lastUsed < TokenBreaker.window }
    }
}
