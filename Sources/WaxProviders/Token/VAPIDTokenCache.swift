// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxSystem

/// The tokens that identify apps to browsers' push services (RFC 8292), one for each app's key and each service, shared
/// by all who send.
///
/// Ages are measured on the clock that only grows; when the calendar is set meanwhile, the `exp` of a token is wrong and
/// it counts as used up.
package final class VAPIDTokenCache: Sendable {
    /// How long a token is good for; services take no more than 24 hours.
    static let lifetime = Duration.seconds(12 * 3600)
    /// The age at which a token is replaced.
    static let renewalAge = Duration.seconds(6 * 3600)
    /// The age below which a token is not replaced, whatever a service says of it.
    static let leastAge = Duration.seconds(60)
    /// The step of the calendar that makes a token useless.
    static let clockTolerance = Duration.seconds(5 * 60)
    /// Tokens that are kept: whoever registers a device names a service.
    static let limit = 4096

    private struct Key: Hashable {
        let origin: String
        let subject: String
        let publicKey: [UInt8]
    }

    private struct Entry {
        let authorization: String
        let issuedAt: Timestamp
        let mintedAt: Duration
    }

    private let time: any TimeSource
    private let entries = Locked<[Key: Entry]>([:])

    /// How many tokens are kept.
    var count: Int { entries.withLock { $0.count } }

    package init(time: any TimeSource) {
        self.time = time
    }

    /// The value of `authorization` for requests to the push service at `origin`.
    ///
    /// `rejected` is a value that the service did not take: it is replaced, unless that happened already or it is younger
    /// than `leastAge`. Throws `signingFailed`.
    package func authorization(
        for credential: VAPIDCredential, origin: String, replacing rejected: String? = nil
    ) throws(ProviderError) -> String {
        let key = Key(origin: origin, subject: credential.subject, publicKey: credential.publicKey)
        let now = time.now()
        let uptime = time.uptime()
        return try entries.withLock { entries throws(ProviderError) in
            if let entry = entries[key], !Self.mustReplace(entry, now: now, uptime: uptime, rejected: rejected) {
                return entry.authorization
            }
            let expiry = now + Self.lifetime
            let token = JSONWebToken(
                keyID: nil,
                claims: [
                    "aud": .string(origin), "exp": .number(JSONNumber(expiry.seconds)),
                    "sub": .string(credential.subject),
                ])
            let text = try token.signed(by: credential.privateKey)
            let authorization = "vapid t=\(text), k=\(credential.publicKeyText)"
            if entries.count >= Self.limit {
                entries = entries.filter { uptime - $0.value.mintedAt < Self.renewalAge }
                if entries.count >= Self.limit { entries.removeAll() }
            }
            entries[key] = Entry(authorization: authorization, issuedAt: now, mintedAt: uptime)
            return authorization
        }
    }

    private static func mustReplace(_ entry: Entry, now: Timestamp, uptime: Duration, rejected: String?) -> Bool {
        let age = uptime - entry.mintedAt
        let calendarAge = Duration.milliseconds(now.milliseconds - entry.issuedAt.milliseconds)
        let drift = calendarAge - age
        if max(drift, .zero - drift) > clockTolerance { return true }
        return age >= (entry.authorization == rejected ? leastAge : renewalAge)
    }
}
