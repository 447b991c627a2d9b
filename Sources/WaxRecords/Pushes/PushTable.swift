// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxProviders
package import WaxStore
package import WaxSystem

/// The pushes; their content is protected at rest and purged when they are final.
package struct PushTable {
    let sql: any SQLConnection
    let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds a push; returns its number.
    @discardableResult
    package func insert(_ push: NewPush, now: Timestamp) throws -> Int64 {
        let content = try push.content.protected(of: push.id, vault)
        let seq = try sql.insert(
            """
            INSERT INTO pushes (id, account, app, mode, state, target, content, priority, ttl_seconds, price_cents,
                charged, accepted_encrypted, created_at, scheduled_at, due_at, fan_out)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(push.id.bytes), .integer(push.owner.account), .integer(push.app),
                .integer(push.owner.mode.rawValue),
                .integer((push.scheduledAt == nil ? PushState.queued : .scheduled).rawValue),
                .text(String(decoding: JSONValue.object(push.target.json).compact, as: UTF8.self)), .blob(content),
                .integer(push.priority.stored), .integer(push.ttlSeconds), .integer(push.priceCents),
                .integer(Int64(push.deviceCount)), .integer(push.requiresEncryption ? 1 : 0), SQLValue(now),
                SQLValue(push.scheduledAt), SQLValue(push.scheduledAt ?? now), .text(FanOutCursor.start.text),
            ])
        if case .users(let users) = push.target {
            try sql.executeMany("INSERT INTO push_users (user_id, push) VALUES (?, ?)", users) {
                [.text($0), .integer(seq)]
            }
        }
        if let fallback = push.fallback { try FallbackTable(sql, vault).insert(fallback, push: seq, id: push.id) }
        try LedgerTable(sql).record(
            .charge, push: seq, deliveries: Int64(push.deviceCount), priceCents: push.priceCents, now: now)
        return seq
    }

    package func find(_ id: ULID, owner: Owner) throws -> Push? {
        try sql.first(
            "\(Self.selection) WHERE pushes.id = ? AND pushes.account = ? AND pushes.mode = ?",
            [.blob(id.bytes), .integer(owner.account), .integer(owner.mode.rawValue)], Self.push(from:))
    }

    package func find(seq: Int64) throws -> Push? {
        try sql.first("\(Self.selection) WHERE pushes.seq = ?", [.integer(seq)], Self.push(from:))
    }

    /// The protected content of a push; nil once it was purged. `StoredContent(protected:of:_:)` opens it.
    package func protectedContent(of push: Push) throws -> [UInt8]? {
        try sql.first("SELECT content FROM pushes WHERE seq = ?", [.integer(push.seq)]) {
            try $0.optionalBlob(0)
        } ?? nil
    }

    static let selection = """
        SELECT pushes.seq, pushes.id, pushes.account, pushes.mode, pushes.app, push_apps.id, pushes.state,
            coalesce(pushes.encrypted, push_apps.require_encryption), pushes.target,
            CASE WHEN pushes.fan_out IS NULL THEN pushes.device_count ELSE pushes.charged END, pushes.queued,
            pushes.sent, pushes.failed, pushes.refused, pushes.error_code, pushes.priority, pushes.ttl_seconds,
            pushes.created_at, pushes.scheduled_at, pushes.sent_at, pushes.content IS NULL, pushes.cancelled_at,
            pushes.price_cents, pushes.accepted_encrypted,
            coalesce((SELECT sum(cents) FROM ledger WHERE push = pushes.seq AND kind < 3), 0),
            coalesce((SELECT sum(cents) FROM ledger WHERE push = pushes.seq AND kind = 3), 0),
            fallbacks.state, fallbacks.message_id, fallbacks.error_code
        FROM pushes JOIN push_apps ON push_apps.seq = pushes.app LEFT JOIN fallbacks ON fallbacks.push = pushes.seq
        """

    static func push(from row: Row) throws -> Push {
        guard let id = ULID(bytes: try row.blob(1)), let mode = Mode(rawValue: try row.integer(3)),
            let appID = ULID(bytes: try row.blob(5)), let state = PushState(rawValue: try row.integer(6)),
            case .object(let stored) = try JSONReader.parse(Array(try row.text(8).utf8)),
            let target = PushTarget(json: stored), let priority = DeliveryOptions.Priority(stored: try row.integer(15))
        else { throw RecordError.unreadable("pushes") }
        return Push(
            seq: try row.integer(0), id: id, owner: Owner(account: try row.integer(2), mode: mode),
            app: try row.integer(4), appID: appID, state: state, encrypted: try row.boolean(7), target: target,
            deviceCount: try row.integer(9),
            counts: Push.Counts(
                queued: try row.integer(10), sent: try row.integer(11), failed: try row.integer(12),
                refused: try row.integer(13)),
            errorCode: try row.optionalText(14), priority: priority, ttlSeconds: try row.integer(16),
            createdAt: try row.timestamp(17), scheduledAt: try row.optionalTimestamp(18),
            sentAt: try row.optionalTimestamp(19), cancelledAt: try row.optionalTimestamp(21),
            isPurged: try row.boolean(20), priceCents: try row.integer(22), acceptedEncrypted: try row.boolean(23),
            costCents: try row.integer(24), refundedCents: try row.integer(25),
            fallback: try row.optionalInteger(26).flatMap(FallbackState.init(rawValue:)).map { state in
                Fallback(state: state, messageID: try row.optionalText(27), errorCode: try row.optionalText(28))
            })
    }
}

extension DeliveryOptions.Priority {
    var stored: Int64 { self == .high ? 1 : 2 }

    init?(stored: Int64) {
        switch stored {
        case 1: self = .high
        case 2: self = .normal
        default: return nil
        }
    }
}
