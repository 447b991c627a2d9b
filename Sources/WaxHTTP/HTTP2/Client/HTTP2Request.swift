// SPDX-License-Identifier: Apache-2.0

/// One request to a provider.
package struct HTTP2Request: Sendable {
    /// The caller's own number, which comes back with the outcome.
    package var id: UInt64
    package var method: String
    /// Path and query. It is never put into the compression table, since a push is sent to each device once.
    package var path: String
    package var headers: HTTP2Headers
    package var body: [UInt8]

    package init(id: UInt64, method: String = "POST", path: String, headers: HTTP2Headers = [:], body: [UInt8] = []) {
        self.id = id
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

extension HTTP2Request: CustomStringConvertible {
    /// Says nothing of the path, the values or the body, which may be secret.
    package var description: String { "#\(id) \(method), \(headers), \(body.count) bytes" }
}
