// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto
import WaxEnvelope
package import WaxJSON

/// A set of claims to be signed (RFC 7519, in the compact form of RFC 7515).
package struct JSONWebToken: Sendable {
    package let keyID: String?
    package let claims: JSONObject

    package init(keyID: String?, claims: JSONObject) {
        self.keyID = keyID
        self.claims = claims
    }

    /// The token signed by ES256, whose signature is r and s, 32 bytes each (RFC 7518 section 3.4).
    package func signed(by key: P256.Signing.PrivateKey) throws(ProviderError) -> String {
        let content = content(algorithm: "ES256")
        guard let signature = try? key.signature(for: content).rawRepresentation else { throw .signingFailed }
        return Self.text(content, Array(signature))
    }

    /// The token signed by RS256 (RFC 7518 section 3.3).
    package func signed(by key: RSASigningKey) throws(ProviderError) -> String {
        let content = content(algorithm: "RS256")
        guard let signature = try? key.signature(for: content) else { throw .signingFailed }
        return Self.text(content, signature)
    }

    private func content(algorithm: String) -> [UInt8] {
        var header: JSONObject = ["alg": .string(algorithm), "typ": "JWT"]
        if let keyID { header.append("kid", .string(keyID)) }
        let parts = [header, claims].map { Base64URL.encode(JSONValue.object($0).compact) }
        return Array(parts.joined(separator: ".").utf8)
    }

    private static func text(_ content: [UInt8], _ signature: [UInt8]) -> String {
        String(decoding: content, as: UTF8.self) + "." + Base64URL.encode(signature)
    }
}
