// SPDX-License-Identifier: Apache-2.0

/// The latest requests, and how many there were of each kind.
struct PushLog: Sendable {
    private let limit: Int
    private var entries: [ReceivedPush] = []
    /// Where the oldest entry stands once the log is full.
    private var oldest = 0
    private(set) var counts: [SimulatedService: RequestCounts] = [:]

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a request, and keeps it unless `isKept` is false or the log keeps none.
    mutating func add(_ push: ReceivedPush, isKept: Bool) {
        counts[push.service, default: RequestCounts()].add(reason: push.reason, isAnswered: push.status != nil)
        guard isKept && limit > 0 else { return }
        if entries.count < limit {
            entries.append(push)
        } else {
            entries[oldest] = push
            oldest = (oldest + 1) % limit
        }
    }

    /// How many requests are kept.
    var count: Int { entries.count }

    /// The requests that are kept, oldest first.
    var all: [ReceivedPush] { Array(entries[oldest...] + entries[..<oldest]) }

    mutating func clear() {
        entries.removeAll()
        oldest = 0
        counts.removeAll()
    }
}
