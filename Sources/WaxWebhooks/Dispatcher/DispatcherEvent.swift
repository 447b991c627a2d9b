// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxSystem

/// What reaches the dispatcher's thread from outside.
enum DispatcherEvent: Sendable {
    /// There may be something to send.
    case wake
    case ended(RequestEnd)
    case stop
}

/// How one request ended.
struct RequestEnd: Sendable {
    let webhook: Int64
    let epoch: Int64
    let n: Int64
    let result: Result<HTTPClientResponse, HTTPClientError>
    let startedAt: Timestamp
    let duration: Duration
}
