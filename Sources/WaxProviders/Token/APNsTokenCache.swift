// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
package import WaxSystem

/// Apple's provider tokens (establishing-a-token-based-connection-to-apns), one for each key, shared by all who send.
///
/// Apple takes a token for an hour and complains of more than one in twenty minutes. Ages are measured on the clock that
/// only grows; when the calendar is set meanwhile, the `iat` of a token is wrong and it counts as used up.
package final class APNsTokenCache: Sendable {
    /// The age at which a token is replaced.
    package static let renewalAge = Duration.seconds(50 * 60)
    /// The age below which a token is not replaced, whatever Apple says of it.
    package static let leastAge = Duration.seconds(20 * 60)
    /// The step of the calendar that makes a token useless.
    static let clockTolerance = Duration.seconds(5 * 60)

    /// A key that is uploaded anew under its old name, or claimed by somebody else, gets a token of its own.
    private struct Key: Hashable {
        let teamID: String
        let keyID: String
        let publicKey: [UInt8]
    }

    private struct Entry {
        let authorization: String
        let issuedAt: Timestamp
        let mintedAt: Duration
    }

    private let time: any TimeSource
    private let entries = Locked<[Key: Entry]>([:])

    package init(time: any TimeSource) {
        self.time = time
    }

    /// The value of `authorization` for requests to this environment.
    ///
    /// `rejected` is a value that Apple has called expired: it is replaced, unless that happened already or it is younger
    /// than `leastAge`. Throws `signingFailed`.
    package func authorization(
        for credential: APNsCredential, in environment: APNsEnvironment, replacing rejected: String? = nil
    ) throws(ProviderError) -> String {
        let signingKey = credential.signingKey(for: environment)
        let key = Key(teamID: credential.teamID, keyID: signingKey.keyID, publicKey: signingKey.publicKey)
        let now = time.now()
        let uptime = time.uptime()
        return try entries.withLock { entries throws(ProviderError) in
            if let entry = entries[key], !Self.mustReplace(entry, now: now, uptime: uptime, rejected: rejected) {
                return entry.authorization
            }
            let token = JSONWebToken(
                keyID: signingKey.keyID,
                claims: ["iss": .string(credential.teamID), "iat": .number(JSONNumber(now.seconds))])
            let authorization = "bearer " + (try token.signed(by: signingKey.privateKey))
            entries = entries.filter { uptime - $0.value.mintedAt < Self.renewalAge }
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
