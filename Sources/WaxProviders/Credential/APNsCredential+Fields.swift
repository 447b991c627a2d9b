// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxJSON

extension APNsCredential {
    /// Reads the `apns` object of a push app, and lists all that is wrong with it.
    ///
    /// With `present`, absent members keep what they are; the two of the sandbox may be null to remove that key. A key
    /// id and its private key are changed together.
    package static func parse(
        _ object: JSONObject, changing present: APNsCredential? = nil, path: String = "apns"
    ) throws(FieldProblems) -> APNsCredential {
        var fields = FieldReader(object, path: path)
        fields.refuseOthers(than: [
            "team_id", "bundle_id", "key_id", "private_key", "sandbox_key_id", "sandbox_private_key",
        ])
        var teamID = present?.teamID
        if present == nil || object.contains("team_id") {
            teamID = fields.text("team_id", expected: "the 10 letters and digits of the team", where: isAppleID)
        }
        var bundleID = present?.bundleID
        if present == nil || object.contains("bundle_id") {
            bundleID = fields.text("bundle_id", expected: "the app's bundle id", where: isBundleID)
        }
        var key = present?.key
        if present == nil || object.contains("key_id") || object.contains("private_key") {
            key = signingKey("key_id", "private_key", in: &fields)
        }
        var sandboxKey = present?.sandboxKey
        if fields.has("sandbox_key_id") || fields.has("sandbox_private_key") {
            sandboxKey = signingKey("sandbox_key_id", "sandbox_private_key", in: &fields)
        } else if fields.isNull("sandbox_key_id") || fields.isNull("sandbox_private_key") {
            sandboxKey = nil
        }
        guard fields.problems.isEmpty, let teamID, let bundleID, let key else { throw FieldProblems(fields.problems) }
        return APNsCredential(teamID: teamID, bundleID: bundleID, key: key, sandboxKey: sandboxKey)
    }

    private static func signingKey(_ idName: String, _ keyName: String, in fields: inout FieldReader) -> APNsSigningKey?
    {
        let keyID = fields.text(idName, expected: "the 10 letters and digits of the key", where: isAppleID)
        var privateKey: P256.Signing.PrivateKey?
        _ = fields.text(keyName, expected: "the P-256 private key of the .p8 file, PEM text") { text in
            privateKey = try? P256.Signing.PrivateKey(pemRepresentation: text)
            return privateKey != nil
        }
        guard let keyID, let privateKey else { return nil }
        return APNsSigningKey(keyID: keyID, privateKey: privateKey)
    }

    private static func isAppleID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0.isASCIILetterOrDigit }
    }

    private static func isBundleID(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }
}
