// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxSystem

/// What follows when an attempt has ended.
enum AttemptEnd {
    /// The delivery is final, or waits in the store for its next attempt.
    case record(DeliveryResult)
    /// Send the same request again from memory after this wait: the provider certainly did nothing with it.
    case again(after: Duration)
}

/// Judges the end of attempts: pure, so that every answer can be tried without a provider.
struct AttemptRules {
    let policy: RetryPolicy
    /// The longest wait that is spent in memory.
    let patience: Duration

    /// Decides by `verdict`; counts in the attempt's history what is spent.
    ///
    /// `timeToLive` is what is left of the push's own time.
    func end(
        of attempt: inout Attempt, verdict: ProviderVerdict, now: Timestamp, timeToLive: Duration,
        chance: @autoclosure () -> Double
    ) -> (end: AttemptEnd, remedy: RetryRule.Remedy, alert: AppAlert?) {
        switch verdict.outcome {
        case .accepted(let messageID):
            return (.record(result(attempt, .sent, verdict, messageID: messageID)), .nothing, nil)
        case .failed(let code, _, let alert):
            return (.record(result(attempt, .failed, verdict, code)), .nothing, alert)
        case .retry(let rule):
            let elapsed = Duration.milliseconds(now.milliseconds - attempt.createdAt.milliseconds)
            let decision = policy.next(
                after: rule, history: &attempt.history, elapsed: elapsed, timeToLive: timeToLive, chance: chance())
            switch decision {
            case .giveUp(.expired, let alert) where attempt.history.mayHaveArrived:
                return (.record(result(attempt, .failed, verdict, .providerTimeout)), .nothing, alert)
            case .giveUp(let code, let alert):
                return (.record(result(attempt, code == .expired ? .expired : .failed, verdict, code)), .nothing, alert)
            case .again(let wait, let remedy):
                // An unknown outcome is written down before the second copy goes out.
                if wait <= patience, rule.once != .unknownOutcome { return (.again(after: wait), remedy, nil) }
                return (.record(result(attempt, .queued, verdict, retryAt: now + wait)), remedy, nil)
            }
        }
    }

    private func result(
        _ attempt: Attempt, _ state: DeliveryState, _ verdict: ProviderVerdict, _ code: DeliveryError? = nil,
        messageID: String? = nil, retryAt: Timestamp? = nil
    ) -> DeliveryResult {
        DeliveryResult(
            n: attempt.n, state: state, history: attempt.history, errorCode: code?.rawValue,
            providerStatus: verdict.providerStatus, providerReason: verdict.providerReason,
            providerMessageID: messageID, retryAt: retryAt)
    }
}
