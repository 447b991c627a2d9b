// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxStore
package import WaxSystem

/// What the row of a new device holds that takes keys and no database, so that it can be made before the one thread that
/// writes is asked.
package struct DeviceSecrets: Sendable {
    let id: ULID
    /// The keyed hash by which the token is found.
    let lookup: [UInt8]
    let protectedToken: [UInt8]
    /// Authenticates the public key, or that there is none.
    let keyTag: [UInt8]

    init(of registration: DeviceRegistration, id: ULID, _ vault: Vault) throws {
        try self.init(
            token: registration.token, lookup: registration.lookup, key: registration.key, id: id, vault)
    }

    /// Those of a device that registers as `id`; `lookup` is by what it is known again. Throws when the token cannot be
    /// protected.
    package init(
        token: String, lookup: String, key: DeviceRegistration.Change<HKPublicKey>, id: ULID, _ vault: Vault
    ) throws {
        let key: HKPublicKey? = if case .set(let key) = key { key } else { nil }
        self.id = id
        self.lookup = vault.deviceTokens.digest(of: Array(lookup.utf8))
        protectedToken = try vault.protectedToken(Array(token.utf8), of: id)
        keyTag = try vault.keyTag(key, of: id)
    }
}

extension Vault {
    func protectedToken(_ token: [UInt8], of device: ULID) throws -> [UInt8] {
        try cipher.protect(token, table: "devices", column: "token", row: device.bytes)
    }

    func keyTag(_ key: HKPublicKey?, of device: ULID) throws -> [UInt8] {
        try deviceKeys.tag(
            device: device.bytes, keyID: Array((key?.keyID ?? "").utf8), publicKey: key?.x963Representation ?? [])
    }
}
