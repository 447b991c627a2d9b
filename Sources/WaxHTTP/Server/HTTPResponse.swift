// SPDX-License-Identifier: Apache-2.0

/// The answer to a request. `Date` and `Content-Length` are added when it is sent.
package struct HTTPResponse: Hashable, Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]

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
