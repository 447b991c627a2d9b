// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
import WaxJSON

/// Signed tokens, right and wrong.
enum TestToken {
    static func apns(privateKey: String, header: JSONObject, claims: JSONObject) throws -> String {
        let key = try P256.Signing.PrivateKey(pemRepresentation: privateKey)
        return try signed(header, claims) { Array(try key.signature(for: $0).rawRepresentation) }
    }

    static func google(privateKey: String, header: JSONObject, claims: JSONObject) throws -> String {
        let key = try RSASigningKey(pemRepresentation: privateKey)
        return try signed(header, claims) { try key.signature(for: $0) }
    }

    private static func signed(
        _ header: JSONObject, _ claims: JSONObject, _ sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        let text = [header, claims].map { Base64URL.encode(JSONValue.object($0).compact) }.joined(separator: ".")
        return "\(text).\(Base64URL.encode(try sign(Array(text.utf8))))"
    }
}
