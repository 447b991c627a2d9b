// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxProviders
package import WaxSystem

/// What an endpoint's answer means.
package enum AttemptVerdict: Hashable, Sendable {
    /// Any 2xx.
    case delivered(status: Int)
    /// `retryAfter` is the wait that the endpoint asked for.
    case failed(FailureReason, status: Int?, retryAfter: Duration?)
    /// 410: nothing is to be sent there any more.
    case gone

    /// Judges how a request ended.
    package init(_ result: Result<HTTPClientResponse, HTTPClientError>, now: Timestamp) {
        switch result {
        case .failure(let error): self = .failed(FailureReason(error.reason), status: nil, retryAfter: nil)
        case .success(let response):
            switch response.status {
            case 200..<300: self = .delivered(status: response.status)
            case 410: self = .gone
            default:
                let wait = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
                self = .failed(.status(response.status), status: response.status, retryAfter: wait)
            }
        }
    }

    /// The status of the answer; nil when there was none.
    package var status: Int? {
        switch self {
        case .delivered(let status): status
        case .failed(_, let status, _): status
        case .gone: 410
        }
    }

    /// Nil when it is a success.
    var reason: FailureReason? {
        switch self {
        case .delivered: nil
        case .failed(let reason, _, _): reason
        case .gone: .status(410)
        }
    }
}
