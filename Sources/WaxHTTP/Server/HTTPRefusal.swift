// SPDX-License-Identifier: Apache-2.0

/// Why the server answers a request without asking its handler.
package enum HTTPRefusal: Error, Hashable {
    /// The body is longer than `limit` bytes.
    case bodyTooLarge(limit: Int)
    /// The headers take more than `limit` bytes, or are too many.
    case headersTooLarge(limit: Int)
    /// The request target is no path, or cannot be decoded.
    case badTarget
    /// Content-Length or Transfer-Encoding contradict themselves or each other, or Host is missing.
    case badHeaders
    /// A transfer coding other than `chunked`.
    case unsupportedTransferCoding
    /// The server is being stopped.
    case stopping

    /// The status that says so.
    package var status: Int {
        switch self {
        case .bodyTooLarge: 413
        case .headersTooLarge: 431
        case .badTarget, .badHeaders: 400
        case .unsupportedTransferCoding: 501
        case .stopping: 503
        }
    }
}
