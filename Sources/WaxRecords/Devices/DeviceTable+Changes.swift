// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxProviders
import WaxStore
package import WaxSystem

extension DeviceTable {
    /// Registers a device, new or known by its token: the last registration wins, revives the device, and a key that it
    /// does not mention stays.
    ///
    /// - Returns: the device as it now is, and whether it is new.
    package func register(
        _ registration: DeviceRegistration, newID: ULID, now: Timestamp
    ) throws -> (device: Device, isNew: Bool) {
        try register(
            registration, DeviceSecrets(of: registration, id: newID, vault), now: now)
    }

    /// As above, with the secrets that the device gets when it is new.
    package func register(
        _ registration: DeviceRegistration, _ secrets: DeviceSecrets, now: Timestamp
    ) throws -> (device: Device, isNew: Bool) {
        // One statement for a new device; a known one is told by its conflict.
        if let device = try insertUnlessKnown(registration, secrets, now: now) {
            try count(device, 1)
            return (device, true)
        }
        let known = try find(app: registration.app, platform: registration.platform, lookup: secrets.lookup)
        guard let known else { throw RecordError.unreadable("devices") }
        let device = try update(known, with: registration, now: now)
        if known.isActive != device.isActive || known.hasKey != device.hasKey {
            try count(known, -1)
            try count(device, 1)
        }
        return (device, false)
    }

    /// Marks a device as unreachable until it registers again, unless it registered at or after `time`.
    ///
    /// - Returns: whether it was active before.
    @discardableResult
    package func deactivate(
        _ seq: Int64, reason: String, unlessRegisteredSince time: Timestamp, now: Timestamp
    ) throws -> Bool {
        guard let device = try find(seq: seq) else { return false }
        let changed = try sql.execute(
            """
            UPDATE devices SET active = 0, deactivated_at = ?, deactivation_reason = ?, updated_at = ?
            WHERE seq = ? AND active = 1 AND last_registered_at < ?
            """,
            [SQLValue(now), .text(reason), SQLValue(now), .integer(seq), SQLValue(time)])
        if changed == 1 { try count(device, -1) }
        return changed == 1
    }

    /// Forgets a device: token, key and user. Its identifier stays for the deliveries that name it.
    package func delete(_ device: Device, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE devices SET token = NULL, token_lookup = NULL, user_id = NULL, public_key = NULL, key_id = NULL,
                key_tag = ?, active = 0, deleted_at = ?, updated_at = ?
            WHERE seq = ?
            """,
            [.blob(try vault.keyTag(nil, of: device.id)), SQLValue(now), SQLValue(now), .integer(device.seq)])
        try count(device, -1)
    }

    /// Forgets every device of an app.
    package func deleteAll(app: Int64, now: Timestamp) throws {
        // Such a tag is no device's: nothing of these rows is read again.
        try sql.execute(
            """
            UPDATE devices SET token = NULL, token_lookup = NULL, user_id = NULL, public_key = NULL, key_id = NULL,
                key_tag = ?, active = 0, deleted_at = ?, updated_at = ?
            WHERE app = ? AND token IS NOT NULL
            """,
            [.blob([]), SQLValue(now), SQLValue(now), .integer(app)])
        try sql.execute("DELETE FROM audiences WHERE app = ?", [.integer(app)])
    }

    /// Marks the device that had this token as replaced by another registration.
    ///
    /// - Returns: its number, when it was active before.
    @discardableResult
    package func retire(app: Int64, platform: Platform, token: String, now: Timestamp) throws -> Int64? {
        guard let device = try find(app: app, platform: platform, token: token) else { return nil }
        let isChanged = try deactivate(
            device.seq, reason: "REPLACED", unlessRegisteredSince: Timestamp(milliseconds: .max), now: now)
        return isChanged ? device.seq : nil
    }

    private func insertUnlessKnown(
        _ registration: DeviceRegistration, _ secrets: DeviceSecrets, now: Timestamp
    ) throws -> Device? {
        let key: HKPublicKey? = if case .set(let key) = registration.key { key } else { nil }
        let userID: String? = if case .set(let user) = registration.userID { user } else { nil }
        let environment = registration.environment ?? (registration.platform == .ios ? .production : nil)
        let seq = try sql.insertUnlessKnown(
            """
            INSERT INTO devices (id, app, platform, token_lookup, token, user_id, apns_environment, active, public_key,
                key_id, key_tag, created_at, updated_at, last_registered_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, platform, token_lookup) DO NOTHING
            """,
            [
                .blob(secrets.id.bytes), .integer(registration.app), .integer(registration.platform.stored),
                .blob(secrets.lookup), .blob(secrets.protectedToken), SQLValue(userID),
                environment.map { .integer($0.stored) } ?? .null, key.map { .blob($0.x963Representation) } ?? .null,
                SQLValue(key?.keyID), .blob(secrets.keyTag), SQLValue(now), SQLValue(now), SQLValue(now),
            ])
        guard let seq else { return nil }
        return Device(
            seq: seq, id: secrets.id, app: registration.app, platform: registration.platform,
            protectedToken: secrets.protectedToken, userID: userID, environment: environment, isActive: true,
            deactivatedAt: nil, deactivationReason: nil, key: key.map(Device.Key.registered) ?? .none,
            keyID: key?.keyID, createdAt: now, updatedAt: now, lastRegisteredAt: now)
    }

    private func update(_ device: Device, with registration: DeviceRegistration, now: Timestamp) throws -> Device {
        // Never the same twice: by this time a retry tells whether the device changed, within one millisecond too.
        let updatedAt = max(now, device.updatedAt + .milliseconds(1))
        var assignments = [
            "active = 1", "deactivated_at = NULL", "deactivation_reason = NULL", "updated_at = ?",
            "last_registered_at = ?",
        ]
        var values = [SQLValue(updatedAt), SQLValue(now)]
        func set(_ column: String, _ value: SQLValue) {
            assignments.append("\(column) = ?")
            values.append(value)
        }
        // Written anew, so that a stored one that no longer opens is mended.
        let token = try vault.protectedToken(Array(registration.token.utf8), of: device.id)
        set("token", .blob(token))
        var (userID, key, keyID) = (device.userID, device.key, device.keyID)
        switch registration.userID {
        case .keep: break
        case .clear:
            userID = nil
            set("user_id", .null)
        case .set(let new):
            userID = new
            set("user_id", .text(new))
        }
        if let environment = registration.environment { set("apns_environment", .integer(environment.stored)) }
        switch registration.key {
        case .keep: break
        case .clear:
            (key, keyID) = (.none, nil)
            set("public_key", .null)
            set("key_id", .null)
            set("key_tag", .blob(try vault.keyTag(nil, of: device.id)))
        case .set(let new):
            (key, keyID) = (.registered(new), new.keyID)
            set("public_key", .blob(new.x963Representation))
            set("key_id", .text(new.keyID))
            set("key_tag", .blob(try vault.keyTag(new, of: device.id)))
        }
        try sql.execute(
            "UPDATE devices SET \(assignments.joined(separator: ", ")) WHERE seq = ?", values + [.integer(device.seq)])
        return Device(
            seq: device.seq, id: device.id, app: device.app, platform: device.platform,
            protectedToken: token, userID: userID,
            environment: registration.environment ?? device.environment, isActive: true, deactivatedAt: nil,
            deactivationReason: nil, key: key, keyID: keyID, createdAt: device.createdAt, updatedAt: updatedAt,
            lastRegisteredAt: now)
    }

    private func count(_ device: Device?, _ change: Int64) throws {
        guard let device, device.isActive else { return }
        try sql.execute(
            """
            INSERT INTO audiences (app, platform, has_key, devices) VALUES (?, ?, ?, ?)
            ON CONFLICT (app, platform, has_key) DO UPDATE SET devices = audiences.devices + excluded.devices
            """,
            [
                .integer(device.app), .integer(device.platform.stored), .integer(device.hasKey ? 1 : 0),
                .integer(change),
            ])
    }
}
