// SPDX-License-Identifier: Apache-2.0

/// Why a provider token cannot be had. It names no secret.
package enum ProviderError: Error, Hashable, Sendable {
    /// Stored credentials that cannot be read.
    case credentialUnreadable
    /// The private key does not sign.
    case signingFailed
    /// Google's token service refuses the credentials, with its status and its word for the reason.
    case tokenRefused(status: Int, reason: String, isClockWrong: Bool)
    /// Google's token service cannot be reached or is out of order, and asks for this wait.
    case tokenUnavailable(status: Int?, retryAfter: Duration?)
}

extension ProviderError {
    /// What it means for a delivery that waits for the token.
    package var verdict: ProviderVerdict {
        switch self {
        case .credentialUnreadable, .signingFailed:
            ProviderVerdict(.failed(code: .providerAuthFailed, device: .keep, alert: .credentialRefused))
        case .tokenRefused(let status, let reason, let isClockWrong):
            ProviderVerdict(
                .failed(
                    code: .providerAuthFailed, device: .keep, alert: isClockWrong ? .clockWrong : .credentialRefused),
                status: status, reason: reason)
        case .tokenUnavailable(let status, let retryAfter):
            ProviderVerdict(.retry(.unavailable(.fcm, after: retryAfter)), status: status)
        }
    }
}
