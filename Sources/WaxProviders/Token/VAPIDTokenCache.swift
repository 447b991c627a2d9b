// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxSystem

/// The tokens that identify apps to browsers' push services (RFC 8292), one for each app's key and each service, shared
/// by all who send.
package final class VAPIDTokenCache: Sendable {
    /// How long a token is good for; services take no more than 24 hours.
    static let lifetime = Duration.seconds(12 * 3600)
    static let ages = MintedToken.Ages(renewal: .seconds(6 * 3600), least: .seconds(60))
    /// Tokens that are kept: whoever registers a device names a service.
    static let limit = 4096

    private struct Key: Hashable {
        let origin: String
        let subject: String
        let publicKey: [UInt8]
    }

    private let time: any TimeSource
    private let entries = Locked<[Key: MintedToken]>([:])

    /// How many tokens are kept.
    var count: Int { entries.withLock { $0.count } }

    package init(time: any TimeSource) {
        self.time = time
    }

    /// The value of `authorization` for requests to the push service at `origin`.
    ///
    /// `rejected` is a value that the service did not take: it is replaced, unless that happened already or it is younger
    /// than a minute. Throws `signingFailed`.
    package func authorization(
        for credential: VAPIDCredential, origin: String, replacing rejected: String? = nil
    ) throws(ProviderError) -> String {
        let key = Key(origin: origin, subject: credential.subject, publicKey: credential.publicKey)
        let moment = MintedToken.Moment(time)
        return try entries.withLock { entries throws(ProviderError) in
            if let held = entries[key], held.isGood(Self.ages, at: moment, rejected: rejected) {
                return held.authorization
            }
            let expiry = moment.time + Self.lifetime
            let token = JSONWebToken(
                keyID: nil,
                claims: [
                    "aud": .string(origin), "exp": .number(JSONNumber(expiry.seconds)),
                    "sub": .string(credential.subject),
                ])
            let text = try token.signed(by: credential.privateKey)
            let authorization = "vapid t=\(text), k=\(credential.publicKeyText)"
            if entries.count >= Self.limit {
                entries = entries.filter { !$0.value.isOver(Self.ages, at: moment) }
                if entries.count >= Self.limit { entries.removeAll() }
            }
            entries[key] = MintedToken(authorization, at: moment)
            return authorization
        }
    }
}
