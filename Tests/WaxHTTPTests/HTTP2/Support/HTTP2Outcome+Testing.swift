// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension HTTP2Outcome {
    var status: Int? { if case .response(let response) = self { response.status } else { nil } }
    var notProcessed: HTTP2Failure? { if case .notProcessed(let failure) = self { failure } else { nil } }
    var unknown: HTTP2Failure? { if case .unknown(let failure) = self { failure } else { nil } }

    /// The outcome in a few words.
    var summary: String {
        switch self {
        case .response(let response): "\(response.status)\(response.isComplete ? "" : " cut short")"
        case .notProcessed(let failure): "not processed: \(failure.summary)"
        case .unknown(let failure): "unknown: \(failure.summary)"
        }
    }
}

extension HTTP2Failure {
    fileprivate var summary: String {
        switch self {
        case .connectFailed: "connect failed"
        case .refused: "refused"
        case .goAway: "goAway"
        case .reset(let code): "reset \(code)"
        case .connectionLost: "lost"
        case .timedOut: "timed out"
        case .closed: "closed"
        case .invalidRequest: "invalid"
        case .forbiddenAddress: "forbidden"
        }
    }
}
