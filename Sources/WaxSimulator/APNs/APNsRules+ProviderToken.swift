// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON
import WaxSystem

extension APNsRules {
    /// How old a token may be, in seconds.
    private static let lifetime: Int64 = 3600
    /// How far ahead of Apple's clock a token may be, in seconds; Apple documents no figure.
    private static let tolerance: Int64 = 60

    /// Checks who sends (establishing-a-token-based-connection-to-apns).
    func providerToken(
        _ headers: APNsHeaders, registry: inout Registry, connection: inout APNsConnection, now: Timestamp
    ) throws(APNsReason) -> APNsProviderToken {
        let scheme = "bearer "
        guard let authorization = headers.authorization, authorization.prefix(scheme.count).lowercased() == scheme
        else {
            throw .missingProviderToken
        }
        let text = String(authorization.dropFirst(scheme.count))
        guard !text.isEmpty else { throw .missingProviderToken }
        let token = try verified(text, registry: &registry)
        guard token.issuedAt <= now.seconds + Self.tolerance else { throw .invalidProviderToken }
        guard token.issuedAt + Self.lifetime >= now.seconds else { throw .expiredProviderToken }
        if let limit = registry.apnsKeys[token.keyID]?.environment, limit != environment { throw .badEnvironmentKeyID }
        try connection.present(token, text: text, now: now)
        return token
    }

    private func verified(_ text: String, registry: inout Registry) throws(APNsReason) -> APNsProviderToken {
        if let token = registry.verifiedTokens[text] { return token }
        guard let parts = SignedToken(text), parts.header["alg"]?.stringValue == "ES256",
            let keyID = parts.header["kid"]?.stringValue, let key = registry.apnsKeys[keyID],
            let teamID = parts.claims["iss"]?.stringValue, teamID.hasSameBytes(as: key.teamID),
            let issuedAt = parts.seconds("iat"),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: parts.signature),
            key.publicKey.isValidSignature(signature, for: parts.signedBytes)
        else { throw .invalidProviderToken }
        let token = APNsProviderToken(teamID: teamID, keyID: keyID, issuedAt: issuedAt)
        registry.remember(token, as: text)
        return token
    }
}
