// SPDX-License-Identifier: Apache-2.0
package import WaxCrypto
import WaxFields
import WaxJSON

/// What an app needs to send through FCM: a service account of its Firebase project.
package struct FCMCredential: Sendable {
    /// What tells one credential from another: the same names with another key are another.
    package struct Identity: Hashable, Sendable {
        package let clientEmail: String
        package let privateKeyID: String
        package let tokenURI: String
        package let publicKey: String
    }

    package let projectID: String
    package let privateKey: RSASigningKey
    package let identity: Identity

    package init(
        projectID: String, clientEmail: String, privateKeyID: String, privateKey: RSASigningKey, tokenURI: String
    ) {
        self.projectID = projectID
        self.privateKey = privateKey
        identity = Identity(
            clientEmail: clientEmail, privateKeyID: privateKeyID, tokenURI: tokenURI,
            publicKey: privateKey.publicKey.pemRepresentation)
    }

    package var clientEmail: String { identity.clientEmail }
    package var privateKeyID: String { identity.privateKeyID }
    /// Where an access token is asked for.
    package var tokenURI: String { identity.tokenURI }
}

extension FCMCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "FCM credential of \(projectID), \(clientEmail), key \(privateKeyID)" }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension FCMCredential {
    /// The form that is stored; it holds the private key.
    package func encoded() -> [UInt8] {
        let object: JSONValue = [
            "type": "service_account", "project_id": .string(projectID), "private_key_id": .string(privateKeyID),
            "private_key": .string(privateKey.pemRepresentation), "client_email": .string(clientEmail),
            "token_uri": .string(tokenURI),
        ]
        return object.compact
    }

    /// Reads the form that is stored, whose `token_uri` was checked when it came. Throws `credentialUnreadable`.
    package init(encoded: [UInt8]) throws(ProviderError) {
        guard let object = (try? JSONReader.parse(encoded))?.objectValue,
            let credential = Self.readAccount(FieldReader(object), tokenHosts: nil)
        else { throw .credentialUnreadable }
        self = credential
    }
}
