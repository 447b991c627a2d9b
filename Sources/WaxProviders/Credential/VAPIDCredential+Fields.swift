// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxFields

extension VAPIDCredential {
    /// Reads the members of a push app's `web_push` object; nil when something about them was reported.
    ///
    /// Without `present` a key pair is made; another subject keeps it, and with it the subscriptions that browsers made
    /// for it.
    package static func read(_ fields: FieldReader, changing present: VAPIDCredential? = nil) -> VAPIDCredential? {
        let subject = fields.text("subject", required: present == nil, subjectRule, where: isSubject)
        guard !fields.hasProblems, let subject = subject ?? present?.subject else { return nil }
        return VAPIDCredential(subject: subject, privateKey: present?.privateKey ?? P256.Signing.PrivateKey())
    }

    /// Reads `subject` and `private_key`, both required; nil when something about them was reported.
    static func readWithKey(_ fields: FieldReader) -> VAPIDCredential? {
        let subject = fields.text("subject", required: true, subjectRule, where: isSubject)
        let privateKey = fields.string("private_key", required: true).map { text in
            (try? P256.Signing.PrivateKey(pemRepresentation: text))
                ?? fields.refuse("private_key", .format(privateKeyRule))
        }
        guard let subject, let privateKey = privateKey.value else { return nil }
        return VAPIDCredential(subject: subject, privateKey: privateKey)
    }

    /// Apple refuses addresses in angle brackets and with spaces, and all services that are no URL.
    private static func isSubject(_ text: String) -> Bool {
        guard (1...255).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIGraphic && !"<>\"\\".utf8.contains($0) })
        else { return false }
        let scheme = "mailto:"
        guard text.hasPrefix(scheme) else { return HTTPSAddress(text) != nil }
        let parts = text.dropFirst(scheme.count).utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
    }

    private static let subjectRule = LocalizedText(
        "must be a mailto: or https: URL of the app's owner, at most 255 bytes",
        "doit être une URL mailto: ou https: du propriétaire de l'application, de 255 octets au plus")
    private static let privateKeyRule = LocalizedText(
        "must be a P-256 private key, PEM text", "doit être une clé privée P-256, en texte PEM")
}
