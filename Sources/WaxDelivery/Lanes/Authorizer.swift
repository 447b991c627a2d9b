// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
import WaxRecords

/// The provider tokens that requests carry. Never waits for the network: a token that must be fetched first is `pending`,
/// and the engine is told when asking again is worth while.
package struct Authorizer: Sendable {
    enum State {
        case ready(String)
        case pending
        /// Not to be had: what that means for a delivery that needs it.
        case unavailable(ProviderVerdict)
    }

    private let apns: APNsTokenCache
    private let fcm: FCMTokenSource
    private let vapid: VAPIDTokenCache

    /// Takes the caches of all providers, which may be shared with others.
    package init(apns: APNsTokenCache, fcm: FCMTokenSource, vapid: VAPIDTokenCache) {
        self.apns = apns
        self.fcm = fcm
        self.vapid = vapid
    }

    /// The `authorization` for requests in `lane`; `replacing` is one that the provider no longer took.
    ///
    /// When the answer is `pending`, `onChange` is called once, with the refusal if there is one. Otherwise what is held
    /// then is the best there is, even if it is the rejected one: that was too young to be replaced.
    func state(
        _ lane: LaneKey, _ credentials: JobCredentials, replacing rejected: String? = nil,
        onChange: @escaping @Sendable (ProviderVerdict?) -> Void
    ) -> State {
        switch (lane, credentials) {
        case (.test, _): return .ready("bearer …")
        case (.apns(_, let environment, _, _, _, _), .live(let credentials, _)):
            guard let credential = credentials.apns else { return .unavailable(Self.notConfigured) }
            do throws(ProviderError) {
                return .ready(try apns.authorization(for: credential, in: environment, replacing: rejected))
            } catch {
                return .unavailable(error.verdict)
            }
        case (.fcm, .live(let credentials, _)):
            guard let credential = credentials.fcm else { return .unavailable(Self.notConfigured) }
            if let held = fcm.held(for: credential), held != rejected { return .ready(held) }
            Task {
                do throws(ProviderError) {
                    _ = try await fcm.authorization(for: credential, replacing: rejected)
                    onChange(nil)
                } catch {
                    onChange(error.verdict)
                }
            }
            return .pending
        case (.web(_, let origin, _, _), .live(let credentials, _)):
            guard let credential = credentials.webPush else { return .unavailable(Self.notConfigured) }
            do throws(ProviderError) {
                return .ready(try vapid.authorization(for: credential, origin: origin, replacing: rejected))
            } catch {
                return .unavailable(error.verdict)
            }
        case (.apns, _), (.fcm, _), (.web, _): return .unavailable(Self.notConfigured)
        }
    }

    static let notConfigured = ProviderVerdict(
        .failed(code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid))
}
