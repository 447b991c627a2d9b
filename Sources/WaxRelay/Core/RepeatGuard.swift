// SPDX-License-Identifier: Apache-2.0

/// Which calls were made within ten minutes, so that one that is repeated is done once.
struct RepeatGuard {
    static let span = Duration.seconds(600).microseconds

    private let limit: Int
    private var current: [LimitKey: Int64] = [:]
    private var previous: [LimitKey: Int64] = [:]
    private var since: Int64

    /// Remembers about so many; more make it forget the older half early.
    init(limit: Int, now: Int64) {
        self.limit = limit
        since = now
    }

    /// False for one that is known; another is noted.
    mutating func enter(_ key: LimitKey, now: Int64) -> Bool {
        if now - since >= Self.span || current.count >= limit {
            previous = current
            current = [:]
            since = now
        }
        if let time = current[key] ?? previous[key], now - time < Self.span { return false }
        current[key] = now
        return true
    }

    /// Forgets one that came to nothing.
    mutating func release(_ key: LimitKey) {
        current[key] = nil
        previous[key] = nil
    }
}
