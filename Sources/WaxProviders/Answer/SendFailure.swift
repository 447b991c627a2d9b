// SPDX-License-Identifier: Apache-2.0

/// How a request ended that got no answer.
package enum SendFailure: Hashable, Sendable {
    /// Certainly not processed: connecting failed, a stream above GOAWAY's last, REFUSED_STREAM.
    case notProcessed
    /// Nobody knows: it was written, then the connection was lost or the time was up.
    case unknownOutcome

    package var verdict: ProviderVerdict {
        switch self {
        case .notProcessed: ProviderVerdict(.retry(.notProcessed))
        case .unknownOutcome: ProviderVerdict(.retry(.unknownOutcome))
        }
    }
}
