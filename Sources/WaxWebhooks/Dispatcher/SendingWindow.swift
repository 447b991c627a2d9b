// SPDX-License-Identifier: Apache-2.0

/// How many requests may be under way to one endpoint: more as they succeed, half as many at each failure, one at least.
struct SendingWindow: Equatable, Sendable {
    private let largest: Int
    private(set) var size: Int
    /// Whether the last answer was a failure, or nothing has succeeded yet where all failed before.
    private(set) var isFailing: Bool

    init(largest: Int, isFailing: Bool) {
        self.largest = largest
        self.isFailing = isFailing
        size = isFailing ? 1 : largest
    }

    mutating func succeeded() {
        isFailing = false
        size = min(size + 1, largest)
    }

    mutating func failed() {
        isFailing = true
        size = max(size / 2, 1)
    }
}
