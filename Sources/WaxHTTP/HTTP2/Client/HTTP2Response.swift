// SPDX-License-Identifier: Apache-2.0

/// What a server has answered.
package struct HTTP2Response: Sendable {
    package var status: Int
    package var headers: HTTP2Headers
    package var body: [UInt8]
    /// False when the stream broke off after the status: the server has decided, but the body may be cut short.
    package var isComplete: Bool

    package init(status: Int, headers: HTTP2Headers = [:], body: [UInt8] = [], isComplete: Bool = true) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isComplete = isComplete
    }
}

extension HTTP2Response: CustomStringConvertible {
    package var description: String {
        "\(status), \(headers), \(body.count) bytes\(isComplete ? "" : ", cut short")"
    }
}
