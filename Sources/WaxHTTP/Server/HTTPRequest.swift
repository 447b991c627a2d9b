// SPDX-License-Identifier: Apache-2.0

/// A request with its whole body.
package struct HTTPRequest: Sendable {
    /// Everything before the body.
    package var head: HTTPRequestHead
    /// The bytes as sent, without a transfer coding; empty when there is no body.
    package var body: [UInt8]

    package init(head: HTTPRequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}
