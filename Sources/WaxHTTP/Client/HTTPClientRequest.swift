// SPDX-License-Identifier: Apache-2.0

/// A request to another server.
package struct HTTPClientRequest: Sendable {
    /// The versions of HTTP that may be spoken.
    package enum Version: Hashable, Sendable {
        case http1
        /// HTTP/2 where TLS agrees on it, HTTP/1.1 elsewhere.
        case http2
    }

    /// The method, such as `POST`.
    package var method: String
    /// An `http` or `https` URL.
    package var url: String
    /// Sent as they are; `Host` and `Content-Length` are added.
    package var headers: HTTPHeaders
    /// Sent when it is not empty, and with `POST` and `PUT` always.
    package var body: [UInt8]
    /// How long everything may take, from the look-up of the name to the last byte of the answer.
    package var timeout = Duration.seconds(15)
    /// The longest body that is taken, in bytes.
    package var maximumResponseBytes = 1 << 20
    /// The highest version to speak.
    package var version = Version.http2

    package init(
        method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
