// SPDX-License-Identifier: Apache-2.0

/// Decides when the log of changes is truncated: soon after it was asked for, but not after every commit, and ever
/// more rarely while long reads prevent it.
struct LogTruncation {
    private static let longestPause: Duration = .seconds(30)
    private static let shortestRetry: Duration = .milliseconds(20)

    private let interval: Duration
    private var isRequested = false
    private var pause: Duration = .zero
    private var lastTry: Duration?

    init(interval: Duration) {
        self.interval = interval
    }

    mutating func request() { isRequested = true }

    /// How long to wait from `uptime` on: nil when nothing was asked for, zero when it is time.
    func delay(at uptime: Duration) -> Duration? {
        guard isRequested else { return nil }
        guard let lastTry else { return .zero }
        return max(.zero, lastTry + pause - uptime)
    }

    mutating func succeeded(at uptime: Duration) {
        isRequested = false
        lastTry = uptime
        pause = interval
    }

    mutating func failed(at uptime: Duration) {
        lastTry = uptime
        pause = min(max(pause * 2, Self.shortestRetry), max(Self.longestPause, interval))
    }
}
