// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// Whether one more request is allowed, and what its caller is told about the limit.
package struct RateDecision: Hashable, Sendable {
    package let isAllowed: Bool
    /// The largest number of requests at once.
    package let limit: Int
    /// How many more would be allowed at this moment.
    package let remaining: Int
    /// Seconds, rounded up, until the whole burst is allowed again.
    package let reset: Int
    /// Seconds, rounded up, until the next request is allowed; zero when this one is.
    package let retryAfter: Int

    /// The three headers that tell a caller where it stands (draft-ietf-httpapi-ratelimit-headers-06).
    func addHeaders(to response: inout HTTPResponse) {
        response.headers.add("RateLimit-Limit", String(limit))
        response.headers.add("RateLimit-Remaining", String(remaining))
        response.headers.add("RateLimit-Reset", String(reset))
    }

    var refusal: APIError {
        let seconds = retryAfter
        return APIError(.rateLimited, headers: [("Retry-After", String(seconds))]) { _ in
            ["retry_after_seconds": .number(.init(seconds))]
        }
    }
}
