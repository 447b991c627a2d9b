// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
package import WaxJSON

extension FCMCredential {
    /// Reads the `fcm` object of a push app, whose one member `service_account` is the key file as an object or as its
    /// text, and lists all that is wrong with it.
    package static func parse(
        _ object: JSONObject, tokenHosts: [HostRule], path: String = "fcm"
    ) throws(FieldProblems) -> FCMCredential {
        var fields = FieldReader(object, path: path)
        fields.refuseOthers(than: ["service_account"])
        let name = "service_account"
        var account: JSONObject?
        switch object[name] {
        case nil, .null: fields.require(name)
        case .object(let object): account = object
        case .string(let text):
            account = (try? JSONReader.parse(text))?.objectValue
            if account == nil { fields.note(name, .invalidValue, "must be the JSON of a service account's key file") }
        default: fields.note(name, .invalidType, "must be an object or its JSON text")
        }
        var problems = fields.problems
        var credential: FCMCredential?
        if let account {
            do throws(FieldProblems) {
                credential = try parse(serviceAccount: account, tokenHosts: tokenHosts, path: "\(path).\(name)")
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty, let credential else { throw FieldProblems(problems) }
        return credential
    }

    /// Reads a key file, of which members that sending does not need are left out. Without `tokenHosts` every host goes.
    static func parse(
        serviceAccount: JSONObject, tokenHosts: [HostRule]?, path: String
    ) throws(FieldProblems) -> FCMCredential {
        var fields = FieldReader(serviceAccount, path: path)
        _ = fields.text("type", expected: "service_account") { $0.utf8.elementsEqual("service_account".utf8) }
        let projectID = fields.text("project_id", expected: "the id of a Firebase project", where: isProjectID)
        let email = fields.text("client_email", expected: "an address") {
            isName($0) && $0.utf8.contains(UInt8(ascii: "@"))
        }
        let keyID = fields.text("private_key_id", expected: "the id of the key", where: isName)
        var privateKey: RSASigningKey?
        _ = fields.text("private_key", expected: "an RSA private key, PEM text") { text in
            privateKey = try? RSASigningKey(pemRepresentation: text)
            return privateKey != nil
        }
        let tokenURI = fields.text("token_uri", expected: "an https address on a host that this server allows") {
            text in
            guard let address = HTTPSAddress(text) else { return false }
            return tokenHosts?.contains { $0.allows(address) } ?? true
        }
        guard fields.problems.isEmpty, let projectID, let email, let keyID, let privateKey, let tokenURI else {
            throw FieldProblems(fields.problems)
        }
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
}
