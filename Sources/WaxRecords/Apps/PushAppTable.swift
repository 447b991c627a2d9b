// SPDX-License-Identifier: Apache-2.0
import WaxProviders
package import WaxStore
package import WaxSystem

/// The push apps; their credentials are protected at rest.
package struct PushAppTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds an app.
    package func insert(
        _ settings: PushAppSettings, _ credentials: PushAppCredentials, id: ULID, owner: Owner, now: Timestamp
    ) throws {
        try sql.execute(
            """
            INSERT INTO push_apps (id, account, mode, name, apns, fcm, web_push, require_encryption,
                placeholder_title, placeholder_body, padding, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)]
                + columns(of: settings, credentials, id: id) + [SQLValue(now), SQLValue(now)])
    }

    /// Changes all that may be changed. A credential that counts as damaged stays as it is stored.
    package func update(
        _ app: PushApp, to settings: PushAppSettings, _ credentials: PushAppCredentials, now: Timestamp
    ) throws {
        try sql.execute(
            """
            UPDATE push_apps SET name = ?, apns = ?, fcm = ?, web_push = ?, require_encryption = ?,
                placeholder_title = ?, placeholder_body = ?, padding = ?, updated_at = ?
            WHERE seq = ?
            """,
            columns(of: settings, credentials, id: app.id, keeping: app) + [SQLValue(now), .integer(app.seq)])
    }

    /// Forgets an app: its credentials and names, and every device of it. Its number stays for the pushes that name it.
    package func delete(_ app: PushApp, now: Timestamp) throws {
        try sql.execute(
            """
            UPDATE push_apps SET name = '', apns = NULL, fcm = NULL, web_push = NULL, placeholder_title = '',
                placeholder_body = '', deleted_at = ?, updated_at = ?
            WHERE seq = ?
            """,
            [SQLValue(now), SQLValue(now), .integer(app.seq)])
        try DeviceTable(sql, vault).deleteAll(app: app.seq, now: now)
    }

    /// The app of this owner with this identifier.
    package func find(_ id: ULID, owner: Owner) throws -> PushApp? {
        try sql.first(
            "\(Self.selection) WHERE id = ? AND account = ? AND mode = ? AND deleted_at IS NULL",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)], Self.app(from:))
    }

    /// The number of an app, when nothing else is asked of it.
    package func seq(of id: ULID, owner: Owner) throws -> Int64? {
        try sql.first(
            "SELECT seq FROM push_apps WHERE id = ? AND account = ? AND mode = ? AND deleted_at IS NULL",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)]
        ) { try $0.integer(0) }
    }

    /// The app with this number, whosever it is.
    package func find(seq: Int64) throws -> PushApp? {
        try sql.first("\(Self.selection) WHERE seq = ?", [.integer(seq)], Self.app(from:))
    }

    /// Whether an app requires encryption now. One that is not there does.
    package func requiresEncryption(seq: Int64) throws -> Bool {
        try sql.first("SELECT require_encryption FROM push_apps WHERE seq = ?", [.integer(seq)]) { try $0.boolean(0) }
            ?? true
    }

    /// Whether an app is there that was not deleted.
    package func exists(seq: Int64) throws -> Bool {
        try sql.first("SELECT 1 FROM push_apps WHERE seq = ? AND deleted_at IS NULL", [.integer(seq)]) { _ in true }
            ?? false
    }

    /// Where a list goes on behind an app of this owner, also behind one that was deleted meanwhile.
    package func place(of id: ULID, owner: Owner) throws -> Int64? {
        try sql.first(
            "SELECT seq FROM push_apps WHERE id = ? AND account = ? AND mode = ?",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)]
        ) { try $0.integer(0) }
    }

    /// At most `limit` apps, newest first, beginning behind the one with number `before`.
    package func list(owner: Owner, before: Int64?, limit: Int) throws -> [PushApp] {
        try sql.all(
            "\(Self.selection) WHERE account = ? AND mode = ? AND deleted_at IS NULL AND seq < ? ORDER BY seq DESC LIMIT ?",
            [
                .integer(owner.account), .integer(owner.mode.rawValue), .integer(before ?? .max),
                .integer(Int64(limit)),
            ], Self.app(from:))
    }

    /// Opens the credentials of an app. Asks nothing of the database.
    ///
    /// What does not open in its row, or is no credential, counts as damaged; the others are none the worse.
    package static func credentials(of app: PushApp, _ vault: Vault) -> PushAppCredentials {
        var credentials = PushAppCredentials()
        do { credentials.apns = try apns(of: app, vault) } catch { credentials.damaged.insert(.apns) }
        do { credentials.fcm = try fcm(of: app, vault) } catch { credentials.damaged.insert(.fcm) }
        do { credentials.webPush = try webPush(of: app, vault) } catch { credentials.damaged.insert(.webPush) }
        return credentials
    }

    private static func apns(of app: PushApp, _ vault: Vault) throws -> APNsCredential? {
        try reveal(app.protectedAPNs, .apns, of: app, vault).map(APNsCredential.init(encoded:))
    }

    private static func fcm(of app: PushApp, _ vault: Vault) throws -> FCMCredential? {
        try reveal(app.protectedFCM, .fcm, of: app, vault).map(FCMCredential.init(encoded:))
    }

    private static func webPush(of app: PushApp, _ vault: Vault) throws -> VAPIDCredential? {
        try reveal(app.protectedWebPush, .webPush, of: app, vault).map(VAPIDCredential.init(encoded:))
    }

    /// A provider's column has its name.
    private static func reveal(
        _ value: [UInt8]?, _ provider: Provider, of app: PushApp, _ vault: Vault
    ) throws -> [UInt8]? {
        try value.map {
            try vault.cipher.reveal($0, table: "push_apps", column: provider.rawValue, row: app.id.bytes)
        }
    }

    private static let selection = """
        SELECT seq, id, account, mode, name, apns, fcm, require_encryption, placeholder_title, placeholder_body,
            padding, created_at, updated_at, web_push
        FROM push_apps
        """

    private func columns(
        of settings: PushAppSettings, _ credentials: PushAppCredentials, id: ULID, keeping app: PushApp? = nil
    ) throws -> [SQLValue] {
        func stored(_ provider: Provider, _ encoded: [UInt8]?, _ present: [UInt8]?) throws -> SQLValue {
            credentials.damaged.contains(provider)
                ? SQLValue(present) : try protected(encoded, provider.rawValue, id)
        }
        return [
            .text(settings.name), try stored(.apns, credentials.apns?.encoded(), app?.protectedAPNs),
            try stored(.fcm, credentials.fcm?.encoded(), app?.protectedFCM),
            try stored(.webPush, credentials.webPush?.encoded(), app?.protectedWebPush),
            .integer(settings.requireEncryption ? 1 : 0), .text(settings.placeholderTitle),
            .text(settings.placeholderBody), .integer(Int64(settings.padding ?? 0)),
        ]
    }

    private func protected(_ bytes: [UInt8]?, _ column: String, _ id: ULID) throws -> SQLValue {
        guard let bytes else { return .null }
        return .blob(try vault.cipher.protect(bytes, table: "push_apps", column: column, row: id.bytes))
    }

    private static func app(from row: Row) throws -> PushApp {
        guard let id = ULID(bytes: try row.blob(1)), let mode = Mode(rawValue: try row.integer(3)) else {
            throw RecordError.unreadable("push_apps")
        }
        var settings = PushAppSettings(name: try row.text(4))
        settings.requireEncryption = try row.boolean(7)
        settings.placeholderTitle = try row.text(8)
        settings.placeholderBody = try row.text(9)
        let padding = try row.integer(10)
        settings.padding = padding == 0 ? nil : Int(padding)
        return PushApp(
            seq: try row.integer(0), id: id, owner: Owner(account: try row.integer(2), mode: mode),
            createdAt: try row.timestamp(11), updatedAt: try row.timestamp(12), settings: settings,
            protectedAPNs: try row.optionalBlob(5), protectedFCM: try row.optionalBlob(6),
            protectedWebPush: try row.optionalBlob(13))
    }
}
