// SPDX-License-Identifier: Apache-2.0

/// Which calls were made within ten minutes, so that one that is repeated is done once.
struct RepeatGuard {
    static let span = Duration.seconds(600).microseconds

    private static let tick: Int64 = 100_000

    private let limit: Int
    /// Half of the key and tenths of a second, which a million entries make a difference for.
    private var current: [UInt64: UInt32] = [:]
    private var previous: [UInt64: UInt32] = [:]
    private var since: Int64

    /// Remembers about so many; more make it forget the older half early.
    init(limit: Int, now: Int64) {
        self.limit = limit
        since = now
    }

    /// Whether one is known.
    func knows(_ keys: LimitKeyPair, now: Int64) -> Bool {
        if isFresh(keys.current, now: now) { return true }
        return keys.previous.map { isFresh($0, now: now) } ?? false
    }

    private func isFresh(_ key: LimitKey, now: Int64) -> Bool {
        guard let time = current[key.high] ?? previous[key.high] else { return false }
        return now - Int64(time) * Self.tick < Self.span
    }

    /// False for one that is known; another is noted.
    mutating func enter(_ keys: LimitKeyPair, now: Int64) -> Bool {
        if now - since >= Self.span || current.count >= limit {
            previous = current
            current = [:]
            since = now
        }
        guard !knows(keys, now: now) else { return false }
        current[keys.current.high] = UInt32(clamping: now / Self.tick)
        return true
    }

    /// Forgets one that came to nothing.
    mutating func release(_ key: LimitKey) {
        current[key.high] = nil
        previous[key.high] = nil
    }
}
