// SPDX-License-Identifier: Apache-2.0

/// What came back for one request: status, the headers that matter, and the body.
package struct ProviderAnswer: Hashable, Sendable {
    package let status: Int
    /// `apns-id`: the provider's name for the push, when it stands in a header.
    package let apnsID: String?
    /// `retry-after`, as it was sent.
    package let retryAfter: String?
    package let body: [UInt8]

    package init(status: Int, apnsID: String? = nil, retryAfter: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.apnsID = apnsID
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Takes the two headers from a list whose names are in lower case, as HTTP/2 demands.
    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.init(
            status: status,
            apnsID: headers.first { $0.name == "apns-id" }?.value,
            retryAfter: headers.first { $0.name == "retry-after" }?.value,
            body: body)
    }
}
