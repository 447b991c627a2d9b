// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxProviders
package import WaxStore
package import WaxSystem

/// The devices of all apps: found by a keyed hash of the token, which itself is protected at rest.
package struct DeviceTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// The device with this identifier, unless it was deleted.
    package func find(_ id: ULID) throws -> Device? {
        try sql.first("\(Self.selection) WHERE id = ?", [.blob(id.bytes)], device(from:)) ?? nil
    }

    /// Whether an app has a device with this identifier that was not deleted.
    package func contains(_ id: ULID, app: Int64) throws -> Bool {
        try sql.first(
            "SELECT 1 FROM devices WHERE id = ? AND app = ? AND token IS NOT NULL", [.blob(id.bytes), .integer(app)]
        ) { _ in true } ?? false
    }

    /// The device with this number, unless it was deleted.
    package func find(seq: Int64) throws -> Device? {
        try sql.first("\(Self.selection) WHERE seq = ?", [.integer(seq)], device(from:)) ?? nil
    }

    /// The device that registered with this token, or the browser with this endpoint.
    package func find(app: Int64, platform: Platform, token: String) throws -> Device? {
        try find(app: app, platform: platform, lookup: lookup(token))
    }

    func find(app: Int64, platform: Platform, lookup: [UInt8]) throws -> Device? {
        try sql.first(
            Self.byLookup,
            [.integer(app), .integer(platform.stored), .blob(lookup)], device(from:)) ?? nil
    }

    /// Whether a device is active and has not been changed after `time`, when its row was changed last.
    package func isUnchanged(_ seq: Int64, since time: Timestamp) throws -> Bool {
        try sql.first(
            "SELECT 1 FROM devices WHERE seq = ? AND updated_at = ? AND active = 1", [.integer(seq), SQLValue(time)]
        ) { _ in true } ?? false
    }

    /// The number of a device, also of one that was deleted.
    package func seq(of id: ULID) throws -> Int64? {
        try sql.first("SELECT seq FROM devices WHERE id = ?", [.blob(id.bytes)]) { try $0.integer(0) }
    }

    /// The token as it was registered, of a browser the stored form of its subscription. Throws when the stored value does not open in this row.
    package func token(of device: Device) throws -> String {
        let bytes = try vault.cipher.reveal(
            device.protectedToken, table: "devices", column: "token", row: device.id.bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static let selection = """
        SELECT seq, id, app, platform, token, user_id, apns_environment, active, deactivated_at, deactivation_reason,
            public_key, key_id, key_tag, created_at, updated_at, last_registered_at
        FROM devices
        """

    private static let byLookup = "\(selection) WHERE app = ? AND platform = ? AND token_lookup = ?"

    func lookup(_ token: String) -> [UInt8] {
        vault.deviceTokens.digest(of: token)
    }

    /// The device in a row; nil when it was deleted.
    func device(from row: Row) throws -> Device? {
        guard let id = ULID(bytes: try row.blob(1)), let platform = Platform(stored: try row.integer(3)) else {
            throw RecordError.unreadable("devices")
        }
        guard let token = try row.optionalBlob(4) else { return nil }
        let keyID = try row.optionalText(11)
        return Device(
            seq: try row.integer(0), id: id, app: try row.integer(2), platform: platform, protectedToken: token,
            userID: try row.optionalText(5),
            environment: try row.optionalInteger(6).flatMap(APNsEnvironment.init(stored:)),
            isActive: try row.boolean(7), deactivatedAt: try row.optionalTimestamp(8),
            deactivationReason: try row.optionalText(9),
            key: key(try row.optionalBlob(10), id: keyID, tag: try row.blob(12), of: id), keyID: keyID,
            createdAt: try row.timestamp(13), updatedAt: try row.timestamp(14), lastRegisteredAt: try row.timestamp(15))
    }

    private func key(_ bytes: [UInt8]?, id keyID: String?, tag: [UInt8], of id: ULID) -> Device.Key {
        guard vault.deviceKeys.isValid(tag, device: id.bytes, keyID: Array((keyID ?? "").utf8), publicKey: bytes ?? [])
        else {
            return .unreadable
        }
        guard let bytes else { return .none }
        // The tag proves that both were written here, after the key had been checked.
        guard let keyID, let key = HKPublicKey(stored: bytes, keyID: keyID) else { return .unreadable }
        return .registered(key)
    }
}

extension Platform {
    var stored: Int64 {
        switch self {
        case .ios: 1
        case .android: 2
        case .web: 3
        }
    }

    init?(stored: Int64) {
        switch stored {
        case 1: self = .ios
        case 2: self = .android
        case 3: self = .web
        default: return nil
        }
    }
}

extension APNsEnvironment {
    var stored: Int64 { self == .production ? 1 : 2 }

    init?(stored: Int64) {
        switch stored {
        case 1: self = .production
        case 2: self = .sandbox
        default: return nil
        }
    }
}
