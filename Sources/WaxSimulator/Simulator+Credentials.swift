// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxJSON

extension Simulator {
    /// Issues a key for Apple's push service, which may push to the app and to all others of its team.
    ///
    /// - Parameters:
    ///   - bundleID: the app; it belongs to the same team as before, or else to a new one.
    ///   - teamID: the team that the app shall belong to, 10 characters.
    ///   - environment: the one service that takes the key; nil for both.
    public func issueAPNsKey(
        bundleID: String, teamID: String? = nil, environment: SimulatedApp.Environment? = nil
    ) -> IssuedAPNsKey {
        let key = P256.Signing.PrivateKey()
        let keyID = mint.appleID()
        let team = core.world.update { world in
            let team = teamID ?? world.registry.teams[bundleID] ?? mint.appleID()
            world.registry.teams[bundleID] = team
            world.registry.apnsKeys[keyID] = Registry.APNsKey(
                teamID: team, publicKey: key.publicKey, environment: environment)
            return team
        }
        return IssuedAPNsKey(teamID: team, bundleID: bundleID, keyID: keyID, privateKey: key.pemRepresentation)
    }

    /// Takes back a key of Apple's: what it signs is refused from now on.
    public func revokeAPNsKey(_ keyID: String) {
        core.world.update { $0.registry.revoke(apnsKey: keyID) }
    }

    /// Issues a service account with which messages can be sent to the devices of a Firebase project.
    ///
    /// Throws only when no RSA key can be made.
    public func issueServiceAccount(projectID: String) throws(SimulatorError) -> IssuedServiceAccount {
        guard let key = try? RSASigningKey(bits: 2048) else { throw SimulatorError("no RSA key can be made") }
        let keyID = mint.hexadecimal(bytes: 20)
        let email = "firebase-adminsdk-\(mint.hexadecimal(bytes: 3))@\(projectID).iam.gserviceaccount.com"
        core.world.update { world in
            world.registry.projects.insert(projectID)
            world.registry.serviceAccounts[email] = Registry.ServiceAccount(
                projectID: projectID, keyID: keyID, publicKey: key.publicKey)
        }
        let file: JSONValue = [
            "type": "service_account", "project_id": .string(projectID), "private_key_id": .string(keyID),
            "private_key": .string(key.pemRepresentation), "client_email": .string(email),
            "client_id": "100000000000000000000", "token_uri": .string(tokenURI),
        ]
        return IssuedServiceAccount(
            projectID: projectID, clientEmail: email, privateKeyID: keyID,
            json: String(decoding: file.pretty, as: UTF8.self))
    }

    /// Takes back the access tokens that were given out, as if they had ended.
    public func revokeAccessTokens() {
        core.world.update { $0.registry.revokeAccessTokens() }
    }
}
