// SPDX-License-Identifier: Apache-2.0

/// An answer for one stream of a server.
package struct HTTP2ServerResponse: Sendable {
    package let key: HTTP2StreamKey
    package var status: Int
    package var headers: HTTP2Headers
    package var body: [UInt8]

    package init(to key: HTTP2StreamKey, status: Int, headers: HTTP2Headers = [:], body: [UInt8] = []) {
        self.key = key
        self.status = status
        self.headers = headers
        self.body = body
    }
}
