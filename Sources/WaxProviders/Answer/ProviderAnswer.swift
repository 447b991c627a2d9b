// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

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

    package init(_ response: HTTP2Response) {
        self.init(
            status: response.status, apnsID: response.headers["apns-id"], location: response.headers["location"],
            retryAfter: response.headers["retry-after"], body: response.body)
    }
}
