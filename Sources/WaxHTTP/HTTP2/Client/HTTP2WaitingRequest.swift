// SPDX-License-Identifier: Apache-2.0

/// A request that waits for a stream, at most until `deadline`: after it the request is not sent.
struct HTTP2WaitingRequest: Sendable {
    let request: HTTP2Request
    let deadline: Duration
}
