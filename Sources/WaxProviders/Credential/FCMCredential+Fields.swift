// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxFields
import WaxJSON

extension FCMCredential {
    /// Reads the members of a push app's `fcm` object, whose one member `service_account` is the key file as an object
    /// or as its text; nil when something about them was reported.
    package static func read(_ fields: FieldReader, tokenHosts: [HostRule]) -> FCMCredential? {
        let name = "service_account"
        let account = fields.any(name, required: true).map { value -> JSONObject? in
            switch value {
            case .object(let object): return object
            case .string(let text):
                return (try? JSONReader.parse(text))?.objectValue ?? fields.refuse(name, .format(accountRule))
            default: return fields.refuse(name, .type(.object))
            }
        }
        guard let account = account.value else { return nil }
        return readAccount(fields.inside(name, account), tokenHosts: tokenHosts)
    }

    /// Reads a key file, of which members that sending does not need are left out. Without `tokenHosts` every host goes.
    static func readAccount(_ fields: FieldReader, tokenHosts: [HostRule]?) -> FCMCredential? {
        _ = fields.text("type", required: true, typeRule) { $0.utf8.elementsEqual("service_account".utf8) }
        let projectID = fields.text("project_id", required: true, projectRule, where: isProjectID)
        let email = fields.text("client_email", required: true, emailRule) {
            isName($0) && $0.utf8.contains(UInt8(ascii: "@"))
        }
        let keyID = fields.text("private_key_id", required: true, keyIDRule, where: isName)
        let privateKey = fields.string("private_key", required: true).map { text in
            (try? RSASigningKey(pemRepresentation: text)) ?? fields.refuse("private_key", .format(privateKeyRule))
        }
        let tokenURI = fields.text("token_uri", required: true, tokenURIRule) { text in
            guard let address = HTTPSAddress(text) else { return false }
            return tokenHosts?.contains { $0.allows(address) } ?? true
        }
        guard !fields.hasProblems, let projectID, let email, let keyID, let privateKey = privateKey.value, let tokenURI
        else { return nil }
        return FCMCredential(
            projectID: projectID, clientEmail: email, privateKeyID: keyID, privateKey: privateKey, tokenURI: tokenURI)
    }

    /// Letters, digits and `-`, and the `.` and `:` of a project within a domain; it stands in the path of a request.
    private static func isProjectID(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-.:".utf8.contains($0) }
            && text.utf8.contains { $0 != UInt8(ascii: ".") }
    }

    private static func isName(_ text: String) -> Bool {
        (1...320).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIIGraphic }
    }

    private static let accountRule = LocalizedText(
        "must be the JSON of a service account's key file", "doit être le JSON du fichier de clé d'un compte de service"
    )
    private static let typeRule = LocalizedText("must be service_account", "doit être service_account")
    private static let projectRule = LocalizedText(
        "must be the id of a Firebase project", "doit être l'identifiant d'un projet Firebase")
    private static let emailRule = LocalizedText("must be an address", "doit être une adresse")
    private static let keyIDRule = LocalizedText("must be the id of the key", "doit être l'identifiant de la clé")
    private static let privateKeyRule = LocalizedText(
        "must be an RSA private key, PEM text", "doit être une clé privée RSA, en texte PEM")
    private static let tokenURIRule = LocalizedText(
        "must be an https address on a host that this server allows",
        "doit être une adresse https sur un hôte que ce serveur autorise")
}
