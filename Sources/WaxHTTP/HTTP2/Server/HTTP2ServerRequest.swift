// SPDX-License-Identifier: Apache-2.0

/// A request that a server has read to its end.
package struct HTTP2ServerRequest: Sendable {
    package let key: HTTP2StreamKey
    package var method: String
    /// Path and query.
    package var path: String
    /// The fields without the pseudo-header fields.
    package var headers: HTTP2Headers
    package var body: [UInt8]
}

extension HTTP2ServerRequest: CustomStringConvertible {
    /// Says nothing of the path, the values or the body, which may be secret.
    package var description: String { "stream \(key.streamID) \(method), \(headers), \(body.count) bytes" }
}
