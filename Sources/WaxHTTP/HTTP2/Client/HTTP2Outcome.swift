// SPDX-License-Identifier: Apache-2.0

/// How a request has ended. Each request has exactly one.
package enum HTTP2Outcome: Sendable {
    /// The server has answered.
    case response(HTTP2Response)
    /// The server has certainly not acted upon the request, so it may be sent again. A request of which the last byte
    /// has not left counts as such: no server acts upon a part of a message.
    case notProcessed(HTTP2Failure)
    /// The request was written and no answer came: nobody here knows whether the server has acted upon it.
    case unknown(HTTP2Failure)
}

/// An outcome and the number of its request.
package struct HTTP2Answer: Sendable {
    package let id: UInt64
    package let outcome: HTTP2Outcome

    package init(id: UInt64, outcome: HTTP2Outcome) {
        self.id = id
        self.outcome = outcome
    }
}
