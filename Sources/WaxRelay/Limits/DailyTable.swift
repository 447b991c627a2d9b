// SPDX-License-Identifier: Apache-2.0

/// What is remembered of keys for one to two days: an entry that nobody asks for goes with the key it stands under.
struct DailyTable<Entry> {
    private let limit: Int
    private var current: [LimitKey: Entry] = [:]
    private var previous: [LimitKey: Entry] = [:]
    /// When room may be made again, in microseconds of uptime.
    private var nextSweep: Int64 = 0

    /// Remembers at most so many, twice.
    init(limit: Int) { self.limit = limit }

    var count: Int { current.count + previous.count }

    /// Works on the entry of a key, which is found under the key of the day before too; `fresh` stands for one that is not
    /// there. A table that is full keeps nothing new and lets `body` work on what is dropped afterwards.
    mutating func update<Result>(
        _ keys: LimitKeyPair, fresh: @autoclosure () -> Entry, _ body: (inout Entry) -> Result
    ) -> Result {
        if let index = current.index(forKey: keys.current) { return body(&current.values[index]) }
        var entry = keys.previous.flatMap { previous.removeValue(forKey: $0) } ?? fresh()
        let result = body(&entry)
        if current.count < limit { current[keys.current] = entry }
        return result
    }

    /// The entry of a key.
    func entry(_ keys: LimitKeyPair) -> Entry? {
        current[keys.current] ?? keys.previous.flatMap { previous[$0] }
    }

    /// Forgets what nobody has asked for since the day before.
    mutating func advance(by days: Int) {
        guard days > 0 else { return }
        previous = days == 1 ? current : [:]
        current = [:]
    }

    /// Drops entries that say nothing any more when the table is full; looks at them all, and so at most every ten seconds.
    mutating func makeRoom(now: Int64, where isOver: (Entry) -> Bool) {
        guard isFull, now >= nextSweep else { return }
        nextSweep = now + Duration.seconds(10).microseconds
        current = current.filter { !isOver($0.value) }
        previous = previous.filter { !isOver($0.value) }
    }

    var isFull: Bool { current.count >= limit }

    /// Whether an entry of this key is there or would be kept.
    func hasRoom(for keys: LimitKeyPair) -> Bool { !isFull || current[keys.current] != nil }
}
