// SPDX-License-Identifier: Apache-2.0
import WaxStore
package import WaxSystem

extension NotificationTable {
    /// Who sent a notification.
    package struct Sender: Sendable {
        /// The number of the key; nil for the account's own token.
        package let key: Int64?
    }

    /// Who sent a notification of an account that was created after `oldest`; nil where there is nothing to answer.
    package func answerableSender(of seq: Int64, account: Int64, since oldest: Timestamp) throws -> Sender? {
        try sql.first(
            """
            SELECT integration_key FROM notifications
            WHERE seq = ? AND account = ? AND created_at > ? AND answerable = 1
            """, [.integer(seq), .integer(account), SQLValue(oldest)]
        ) { Sender(key: try $0.optionalInteger(0)) }
    }
}
