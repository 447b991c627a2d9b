// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// A breaker for each app and each lane that it sends through. Times are uptimes.
struct TokenBreakers {
    private struct Key: Hashable {
        let app: Int64
        let lane: LaneKey
    }

    private struct Entry {
        let key: Key
        var breaker = TokenBreaker()
        var lastUsed: Duration
    }

    private var entries: [Entry] = []
    private var places: [Key: Int] = [:]
    /// Where the last one asked for lies: answers come in runs.
    private var last = 0

    mutating func accept(app: Int64, _ lane: LaneKey, now: Duration) {
        entries[place(Key(app: app, lane: lane), now)].breaker.accept(now: now)
    }

    mutating func refuse(app: Int64, _ lane: LaneKey, now: Duration) -> TokenBreaker.Judgement {
        entries[place(Key(app: app, lane: lane), now)].breaker.refuse(now: now)
    }

    /// Forgets those that remember nothing any more.
    mutating func tidy(now: Duration) {
        entries.removeAll { now - $0.lastUsed >= TokenBreaker.window }
        places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) })
    }

    /// Where the breaker of this key lies, which is made if it is missing.
    private mutating func place(_ key: Key, _ now: Duration) -> Int {
        if !entries.indices.contains(last) || entries[last].key != key {
            last = places[key] ?? entries.count
            if last == entries.count {
                entries.append(Entry(key: key, lastUsed: now))
                places[key] = last
            }
        }
        entries[last].lastUsed = now
        return last
    }
}
