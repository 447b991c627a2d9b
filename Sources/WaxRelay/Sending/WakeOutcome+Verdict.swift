// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxProviders
import WaxSystem

extension WakeOutcome {
    /// What a provider's verdict means for a relay (docs/sealed-token.md, "What providers answer").
    init(_ verdict: ProviderVerdict) {
        let reason = [verdict.providerStatus.map { String($0) }, verdict.providerReason].compactMap(\.self)
            .joined(separator: " ")
        switch verdict.outcome {
        case .accepted: self = .delivered
        case .retry(let rule) where rule.alert != nil: self = .tokenRefused(reason: reason)
        case .retry(let rule): self = .again(after: rule.retryAfter)
        case .failed(let code, _, _):
            switch code {
            case .tokenUnregistered, .tokenInvalid: self = .dead
            case .tokenNotForApp, .providerAuthFailed, .providerConfigInvalid: self = .misconfigured(reason: reason)
            case .providerRateLimited, .providerUnavailable, .providerTimeout: self = .again(after: nil)
            default: self = .rejected(reason: reason)
            }
        }
    }
}
