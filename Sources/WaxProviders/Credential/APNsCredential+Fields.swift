// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxFields

extension APNsCredential {
    /// Reads the members of a push app's `apns` object; nil when something about them was reported.
    ///
    /// With `present`, absent members keep what they are; the two of the sandbox may be null to remove that key. A key
    /// id and its private key are changed together.
    package static func read(_ fields: FieldReader, changing present: APNsCredential? = nil) -> APNsCredential? {
        let isNew = present == nil
        let teamID = fields.text("team_id", required: isNew, appleIDRule, where: isAppleID) ?? present?.teamID
        let bundleID = fields.text("bundle_id", required: isNew, bundleIDRule, where: isBundleID) ?? present?.bundleID
        let changesKey = fields.isPresent("key_id") || fields.isPresent("private_key")
        let key = signingKey("key_id", "private_key", fields, required: isNew || changesKey) ?? present?.key
        var sandboxKey = present?.sandboxKey
        if fields.isNull("sandbox_key_id") || fields.isNull("sandbox_private_key") { sandboxKey = nil }
        let names = ["sandbox_key_id", "sandbox_private_key"]
        for name in names { _ = fields.any(name) }
        if names.contains(where: fields.hasValue) {
            sandboxKey = signingKey(names[0], names[1], fields, required: true)
        }
        guard !fields.hasProblems, let teamID, let bundleID, let key else { return nil }
        return APNsCredential(teamID: teamID, bundleID: bundleID, key: key, sandboxKey: sandboxKey)
    }

    private static func signingKey(
        _ idName: String, _ keyName: String, _ fields: FieldReader, required: Bool
    ) -> APNsSigningKey? {
        let keyID = fields.text(idName, required: required, appleIDRule, where: isAppleID)
        let privateKey = fields.string(keyName, required: required).map { text in
            (try? P256.Signing.PrivateKey(pemRepresentation: text)) ?? fields.refuse(keyName, .format(privateKeyRule))
        }
        guard let keyID, let privateKey = privateKey.value else { return nil }
        return APNsSigningKey(keyID: keyID, privateKey: privateKey)
    }

    private static func isAppleID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { $0.isASCIILetterOrDigit }
    }

    private static func isBundleID(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static let appleIDRule = LocalizedText(
        "must be 10 letters and digits", "doit compter 10 lettres et chiffres")
    private static let bundleIDRule = LocalizedText(
        "must be the app's bundle id", "doit être l'identifiant du paquet de l'application")
    private static let privateKeyRule = LocalizedText(
        "must be the P-256 private key of the .p8 file, PEM text",
        "doit être la clé privée P-256 du fichier .p8, en texte PEM")
}
