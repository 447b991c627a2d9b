// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxJSON

/// The answer to a call that succeeded.
package struct APIResponse: Sendable {
    /// The status, 200 to 299.
    package let status: Int
    /// The header fields in their order.
    package let headers: HTTPHeaders
    /// The body as it came.
    package let body: [UInt8]
    /// The body as JSON; nil when it is none.
    package let json: JSONValue?

    /// The body as JSON; null when it is none.
    package var value: JSONValue { json ?? .null }

    /// Takes an answer, and reads its body if that is JSON.
    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
        json = try? JSONReader.parse(body)
    }
}
