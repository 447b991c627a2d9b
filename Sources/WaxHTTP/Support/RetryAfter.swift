// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// The `Retry-After` header (RFC 9110 section 10.2.3).
package enum RetryAfter {
    /// The wait that `value` asks for: a number of seconds or a date, of which one in the past is no wait. Nil when it is neither.
    package static func parse(_ value: String, now: Timestamp) -> Duration? {
        let text = value.utf8
        if !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(Int64(value).map { min($0, longest) } ?? longest)
        }
        guard let time = HTTPDate.parse(value) else { return nil }
        return .milliseconds(min(max(time.milliseconds - now.milliseconds, 0), longest * 1000))
    }

    /// A day: beyond every window of `Backoff`, and small enough to calculate with.
    private static let longest: Int64 = 86_400
}
