// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
package import WaxSystem

/// Apple's provider tokens (establishing-a-token-based-connection-to-apns), one for each key, shared by all who send.
///
/// Apple takes a token for an hour and complains of more than one in twenty minutes.
package final class APNsTokenCache: Sendable {
    static let ages = MintedToken.Ages(renewal: .seconds(50 * 60), least: .seconds(20 * 60))

    /// A key that is uploaded anew under its old name, or claimed by somebody else, gets a token of its own.
    private struct Key: Hashable {
        let teamID: String
        let keyID: String
        let publicKey: [UInt8]
    }

    private let time: any TimeSource
    private let entries = Locked<[Key: MintedToken]>([:])

    package init(time: any TimeSource) {
        self.time = time
    }

    /// The value of `authorization` for requests to this environment.
    ///
    /// `rejected` is a value that Apple has called expired: it is replaced, unless that happened already or it is younger
    /// than twenty minutes. Throws `signingFailed`.
    package func authorization(
        for credential: APNsCredential, in environment: APNsEnvironment, replacing rejected: String? = nil
    ) throws(ProviderError) -> String {
        let signingKey = credential.signingKey(for: environment)
        let key = Key(teamID: credential.teamID, keyID: signingKey.keyID, publicKey: signingKey.publicKey)
        let moment = MintedToken.Moment(time)
        return try entries.withLock { entries throws(ProviderError) in
            if let held = entries[key], held.isGood(Self.ages, at: moment, rejected: rejected) {
                return held.authorization
            }
            let token = JSONWebToken(
                keyID: signingKey.keyID,
                claims: ["iss": .string(credential.teamID), "iat": .number(JSONNumber(moment.time.seconds))])
            let authorization = "bearer " + (try token.signed(by: signingKey.privateKey))
            entries = entries.filter { !$0.value.isOver(Self.ages, at: moment) }
            entries[key] = MintedToken(authorization, at: moment)
            return authorization
        }
    }
}
