// SPDX-License-Identifier: Apache-2.0

/// The answer of another server; a redirect is an answer like any other.
package struct HTTPClientResponse: Hashable, Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
