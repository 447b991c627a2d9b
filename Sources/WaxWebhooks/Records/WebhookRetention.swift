// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// For how long what webhooks leave behind is kept.
package enum WebhookRetention {
    package static let deliveries = Duration.seconds(14 * 24 * 3600)
    package static let deadLetters = Duration.seconds(30 * 24 * 3600)
    /// Rows of a kind that are forgotten in one transaction.
    private static let limit = 10_000

    /// Forgets what is too old.
    package static func clean(_ sql: Transaction, _ vault: Vault, now: Timestamp) throws {
        _ = try WebhookDeliveryTable(sql).removeOlder(than: now - deliveries, limit: limit)
        _ = try DeadLetterTable(sql).removeOlder(than: now - deadLetters, limit: limit)
        if try WebhookTable(sql, vault).removeExpiredSecrets(now: now) > 0 { sql.truncateLogAfterCommit() }
    }
}
