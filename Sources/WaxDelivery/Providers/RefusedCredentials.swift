// SPDX-License-Identifier: Apache-2.0
import WaxProviders

/// The provider tokens that a provider has refused for the credentials behind them.
///
/// Whoever goes on sending with them gets nothing delivered and is taken for an attacker, so their deliveries fail at once
/// for a while. Times are uptimes.
struct RefusedCredentials {
    /// After this time one finds out whether the credentials are still refused.
    static let pause = Duration.seconds(60)

    private struct Refusal {
        let authorization: String
        let verdict: ProviderVerdict
        let until: Duration
    }

    private var refusals: [LaneKey: Refusal] = [:]

    /// The provider gave `verdict` on requests with this token.
    mutating func refuse(_ lane: LaneKey, _ authorization: String, _ verdict: ProviderVerdict, now: Duration) {
        refusals[lane] = Refusal(
            authorization: authorization,
            verdict: ProviderVerdict(
                .failed(code: .providerAuthFailed, device: .keep, alert: nil), status: verdict.providerStatus,
                reason: verdict.providerReason),
            until: now + Self.pause)
    }

    /// What becomes of deliveries that would be sent with this token; nil when nothing speaks against it.
    func verdict(_ lane: LaneKey, _ authorization: String, now: Duration) -> ProviderVerdict? {
        guard let refusal = refusals[lane], refusal.authorization == authorization, now < refusal.until else {
            return nil
        }
        return refusal.verdict
    }

    mutating func tidy(now: Duration) {
        refusals = refusals.filter { now < $0.value.until }
    }
}
