// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// What the runner's thread is told.
enum RunnerEvent: Sendable {
    /// There may be something to do.
    case wake
    case callbackEnded(notification: Int64, epoch: Int64, Result<HTTPClientResponse, HTTPClientError>)
    case stop
}
