// SPDX-License-Identifier: Apache-2.0

/// The answer to a request. `Date` and `Content-Length` are added when it is sent.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code, 200 to 999; another is sent as 500.
    package var status: Int
    /// The header fields to send; one that is not valid has 500 sent instead.
    package var headers: HTTPHeaders
    /// The bytes to send; not sent for `HEAD`, nor with a status that has no body.
    package var body: [UInt8]
    /// Sent in place of `body`, as it is made; without a length, so in chunks.
    package var stream: HTTPBodyStream?

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer whose body is JSON text.
    package static func json(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: HTTPHeaders([("Content-Type", "application/json")]), body: body)
    }

    /// An answer whose body is plain text.
    package static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HTTPHeaders([("Content-Type", "text/plain; charset=utf-8")]),
            body: Array(text.utf8))
    }

    /// An answer without a body.
    package static func empty(status: Int = 204) -> HTTPResponse {
        HTTPResponse(status: status)
    }
}
