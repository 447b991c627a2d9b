// SPDX-License-Identifier: Apache-2.0

/// The answer of another server; a redirect is an answer like any other.
package struct HTTPClientResponse: Hashable, Sendable {
    /// The status code of the final answer.
    package var status: Int
    /// The header fields in their order.
    package var headers: HTTPHeaders
    /// The bytes of the body; a content coding, which is never asked for, would still be on it.
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
