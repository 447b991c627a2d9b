// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxFields
import WaxJSON

/// What an app needs to send through APNs: its bundle id, its team and a key, or one for each environment.
package struct APNsCredential: Sendable {
    package let teamID: String
    package let bundleID: String
    package let key: APNsSigningKey
    /// The key for the sandbox, for teams whose keys are limited to one environment.
    package let sandboxKey: APNsSigningKey?

    package init(teamID: String, bundleID: String, key: APNsSigningKey, sandboxKey: APNsSigningKey? = nil) {
        self.teamID = teamID
        self.bundleID = bundleID
        self.key = key
        self.sandboxKey = sandboxKey
    }

    /// The key whose tokens this environment takes.
    package func signingKey(for environment: APNsEnvironment) -> APNsSigningKey {
        switch environment {
        case .production: key
        case .sandbox: sandboxKey ?? key
        }
    }
}

extension APNsCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "APNs credential of \(bundleID), team \(teamID), \(key)" }
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension APNsCredential {
    /// The form that is stored; it holds the private keys.
    package func encoded() -> [UInt8] {
        var object: JSONObject = [
            "team_id": .string(teamID), "bundle_id": .string(bundleID), "key_id": .string(key.keyID),
            "private_key": .string(key.privateKey.pemRepresentation),
        ]
        if let sandboxKey {
            object.append("sandbox_key_id", .string(sandboxKey.keyID))
            object.append("sandbox_private_key", .string(sandboxKey.privateKey.pemRepresentation))
        }
        return JSONValue.object(object).compact
    }

    /// Reads the form that is stored. Throws `credentialUnreadable`.
    package init(encoded: [UInt8]) throws(ProviderError) {
        guard let object = (try? JSONReader.parse(encoded))?.objectValue,
            let credential = Self.read(FieldReader(object))
        else {
            throw .credentialUnreadable
        }
        self = credential
    }
}
