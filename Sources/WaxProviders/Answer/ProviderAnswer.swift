// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxSystem

/// What came back for one request: status, the headers that matter, and the body.
package struct ProviderAnswer: Hashable, Sendable {
    package let status: Int
    /// `apns-id`: Apple's name for the push.
    package let apnsID: String?
    /// `location`: what a browser's push service calls the push.
    package let location: String?
    /// `retry-after`, as it was sent.
    package let retryAfter: String?
    package let body: [UInt8]

    package init(
        status: Int, apnsID: String? = nil, location: String? = nil, retryAfter: String? = nil, body: [UInt8] = []
    ) {
        self.status = status
        self.apnsID = apnsID
        self.location = location
        self.retryAfter = retryAfter
        self.body = body
    }

    /// How long the provider asks to wait, by `retry-after`; nil when it does not say.
    func retryAfter(now: Timestamp) -> Duration? {
        retryAfter.flatMap { RetryAfter.parse($0, now: now) }
    }

    package init(_ response: HTTP2Response) {
        self.init(
            status: response.status, apnsID: response.headers["apns-id"], location: response.headers["location"],
            retryAfter: response.headers["retry-after"], body: response.body)
    }
}
