// SPDX-License-Identifier: Apache-2.0
import WaxProviders
package import WaxStore
package import WaxSystem

/// The deliveries of all pushes, in order of push and number.
package struct DeliveryTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Adds rows; those whose first attempt is about to begin count it already.
    package func insert(_ deliveries: [NewDelivery], push: Int64, now: Timestamp) throws {
        try sql.executeMany(
            """
            INSERT INTO deliveries (push, n, device, user_id, state, encrypted, attempts, spent, error_code,
                created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
            """, deliveries
        ) { delivery in
            [
                .integer(push), .integer(delivery.n), .integer(delivery.device), SQLValue(delivery.userID),
                .integer(delivery.state.rawValue), .integer(delivery.encrypted ? 1 : 0),
                .integer(delivery.state == .sending ? 1 : 0), SQLValue(delivery.errorCode), SQLValue(now),
            ]
        }
    }

    /// Writes that another attempt of each is about to begin.
    package func begin(_ attempts: [NextAttempt], push: Int64) throws {
        try sql.executeMany(
            """
            UPDATE deliveries SET state = ?, encrypted = ?, attempts = ?, spent = ?, retry_at = NULL
            WHERE push = ? AND n = ?
            """, attempts
        ) { attempt in
            [
                .integer(DeliveryState.sending.rawValue), SQLValue(attempt.encrypted),
                SQLValue(attempt.history.attempts), SQLValue(attempt.history.spent.rawValue), .integer(push),
                .integer(attempt.n),
            ]
        }
    }

    /// Writes what attempts came to.
    package func record(_ results: [DeliveryResult], push: Int64, now: Timestamp) throws {
        try sql.executeMany(
            """
            UPDATE deliveries SET state = ?, attempts = ?, spent = ?, error_code = ?, provider_status = ?,
                provider_reason = ?, provider_message_id = ?, sent_at = ?, retry_at = ?
            WHERE push = ? AND n = ?
            """, results
        ) { result in
            [
                .integer(result.state.rawValue), SQLValue(result.history.attempts),
                SQLValue(result.history.spent.rawValue), SQLValue(result.errorCode),
                result.providerStatus.map { .integer(Int64($0)) } ?? .null, SQLValue(result.providerReason),
                SQLValue(result.providerMessageID), result.state == .sent ? SQLValue(now) : .null,
                SQLValue(result.retryAt), .integer(push), .integer(result.n),
            ]
        }
    }

    /// The unfinished deliveries of a push behind number `after`: those whose wait is over, and those that were being
    /// sent when an earlier claim ended.
    package func pending(push: Int64, after: Int64, due: Timestamp, limit: Int) throws -> [PendingDelivery] {
        try sql.all(
            """
            SELECT n, device, attempts, spent, state, created_at FROM deliveries
            WHERE push = ? AND n > ? AND (state = ? OR (state = ? AND coalesce(retry_at, 0) <= ?))
            ORDER BY n LIMIT ?
            """,
            [
                .integer(push), .integer(after), .integer(DeliveryState.sending.rawValue),
                .integer(DeliveryState.queued.rawValue), SQLValue(due), .integer(Int64(limit)),
            ]
        ) { row in
            PendingDelivery(
                n: try row.integer(0), device: try row.integer(1),
                history: RetryHistory(
                    attempts: Int(try row.integer(2)),
                    spent: RetryHistory.Spent(rawValue: UInt8(truncatingIfNeeded: try row.integer(3)))),
                wasSending: try row.integer(4) == DeliveryState.sending.rawValue, createdAt: try row.timestamp(5))
        }
    }

    /// Ends every unfinished delivery of a push as failed, with `code` unless it may have gone out; returns their numbers.
    package func abandon(push: Int64, code: String) throws -> [Int64] {
        let sending = SQLValue.integer(DeliveryState.sending.rawValue)
        return try sql.all(
            """
            UPDATE deliveries SET state = ?, error_code = CASE state WHEN ? THEN ? ELSE ? END, retry_at = NULL
            WHERE push = ? AND state IN (?, ?)
            RETURNING n
            """,
            [
                .integer(DeliveryState.failed.rawValue), sending, .text(DeliveryError.providerTimeout.rawValue),
                .text(code), .integer(push), .integer(DeliveryState.queued.rawValue), sending,
            ]
        ) { try $0.integer(0) }
    }

    /// Whether a push has a delivery in another state than `state`.
    package func hasOther(than state: DeliveryState, push: Int64) throws -> Bool {
        try sql.first(
            "SELECT 1 FROM deliveries WHERE push = ? AND state <> ? LIMIT 1",
            [.integer(push), .integer(state.rawValue)]
        ) { _ in true } ?? false
    }

    /// When the first of a push's waiting deliveries is tried again; nil when none waits.
    package func nextRetry(push: Int64) throws -> Timestamp? {
        try sql.first(
            "SELECT min(coalesce(retry_at, 0)) FROM deliveries WHERE push = ? AND state = ?",
            [.integer(push), .integer(DeliveryState.queued.rawValue)]
        ) { try $0.optionalTimestamp(0) } ?? nil
    }

    /// The code of a push's first delivery that failed or was refused.
    package func firstError(push: Int64) throws -> String? {
        try sql.first(
            "SELECT error_code FROM deliveries WHERE push = ? AND error_code IS NOT NULL ORDER BY n LIMIT 1",
            [.integer(push)]
        ) { try $0.text(0) }
    }

    /// The delivery with this number.
    package func find(push: Int64, n: Int64) throws -> Delivery? {
        try sql.first(
            "\(Self.selection) WHERE push = ? AND n = ?", [.integer(push), .integer(n)], Self.delivery(from:))
    }

    /// At most `limit` deliveries of a push, newest first, beginning behind number `before`.
    package func list(
        push: Int64, state: DeliveryState?, errorCode: String?, before: Int64?, limit: Int
    ) throws -> [Delivery] {
        try sql.all(
            """
            \(Self.selection)
            WHERE push = ? AND n < ? AND (? < 0 OR state = ?) AND (? = '' OR error_code = ?) ORDER BY n DESC LIMIT ?
            """,
            [
                .integer(push), .integer(before ?? .max), .integer(state?.rawValue ?? -1),
                .integer(state?.rawValue ?? -1), .text(errorCode ?? ""), .text(errorCode ?? ""), .integer(Int64(limit)),
            ], Self.delivery(from:))
    }

    private static let selection = """
        SELECT deliveries.n, deliveries.device, devices.id, devices.platform, deliveries.user_id, deliveries.state,
            deliveries.encrypted, deliveries.attempts, deliveries.error_code, deliveries.provider_status,
            deliveries.provider_reason, deliveries.provider_message_id, deliveries.created_at, deliveries.sent_at
        FROM deliveries JOIN devices ON devices.seq = deliveries.device
        """

    private static func delivery(from row: Row) throws -> Delivery {
        guard let deviceID = ULID(bytes: try row.blob(2)), let platform = Platform(stored: try row.integer(3)),
            let state = DeliveryState(rawValue: try row.integer(5))
        else { throw RecordError.unreadable("deliveries") }
        return Delivery(
            n: try row.integer(0), device: try row.integer(1), deviceID: deviceID, platform: platform,
            userID: try row.optionalText(4), state: state, encrypted: try row.boolean(6), attempts: try row.integer(7),
            errorCode: try row.optionalText(8), providerStatus: try row.optionalInteger(9),
            providerReason: try row.optionalText(10), providerMessageID: try row.optionalText(11),
            createdAt: try row.timestamp(12), sentAt: try row.optionalTimestamp(13))
    }
}
