// SPDX-License-Identifier: Apache-2.0
import WaxStore

extension Schema {
    /// The tables of scheduled notifications and of receipts.
    static func schedules(_ type: SQLDialect) -> [String] {
        [
            // Protected: content, the notification and its recurrence. `due_at` is `send_at` as long as something is to
            // be sent; `settle_by` until when the end of the newest push is waited for; `is_last` whether that is the
            // last one.
            """
            CREATE TABLE scheduled_notifications (
                seq \(type.integer) PRIMARY KEY,
                uid \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                integration_key \(type.integer) REFERENCES integration_keys (seq),
                content \(type.blob) NOT NULL,
                created_at \(type.integer) NOT NULL,
                status \(type.integer) NOT NULL,
                send_at \(type.integer) NOT NULL,
                due_at \(type.integer),
                occurrences \(type.integer) NOT NULL DEFAULT 0,
                last_sent_at \(type.integer),
                ended_at \(type.integer),
                failure \(type.integer),
                notification \(type.integer),
                push \(type.integer),
                delivery \(type.text),
                reason \(type.text),
                settle_by \(type.integer),
                is_last \(type.integer) NOT NULL DEFAULT 0
            ) \(type.tableOptions)
            """,
            // The number given last: numbers are the API's identifiers, and none is given twice.
            """
            CREATE TABLE schedule_numbers (
                id \(type.integer) PRIMARY KEY,
                last \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            "INSERT INTO schedule_numbers (id, last) VALUES (1, 0)",
            "CREATE INDEX scheduled_notifications_by_account ON scheduled_notifications (account, seq)",
            "CREATE INDEX scheduled_notifications_due ON scheduled_notifications (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX scheduled_notifications_unsettled ON scheduled_notifications (settle_by) WHERE settle_by IS NOT NULL",
            "CREATE INDEX scheduled_notifications_ended ON scheduled_notifications (ended_at) WHERE ended_at IS NOT NULL",
            // Protected: details (collapse id, tags, callback URL, the button that was tapped). `collapse_lookup` finds
            // the receipt that a newer notification takes the place of; `due_at` is when an active one is looked at.
            """
            CREATE TABLE receipts (
                notification \(type.integer) PRIMARY KEY,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                integration_key \(type.integer) REFERENCES integration_keys (seq),
                repeat_seconds \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                collapse_lookup \(type.blob),
                details \(type.blob) NOT NULL,
                status \(type.integer) NOT NULL,
                repeats_sent \(type.integer) NOT NULL,
                due_at \(type.integer),
                ended_at \(type.integer),
                cancel_reason \(type.integer),
                push \(type.integer),
                last_delivered_at \(type.integer),
                callback_status \(type.integer),
                callback_attempts \(type.integer) NOT NULL DEFAULT 0,
                callback_due_at \(type.integer),
                callback_delivered_at \(type.integer),
                callback_last_status \(type.integer),
                lease_epoch \(type.integer) NOT NULL DEFAULT 0,
                lease_until \(type.integer) NOT NULL DEFAULT 0
            ) \(type.tableOptions)
            """,
            "CREATE INDEX receipts_by_account ON receipts (account, status)",
            "CREATE INDEX receipts_due ON receipts (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX receipts_ended ON receipts (ended_at) WHERE ended_at IS NOT NULL",
            "CREATE INDEX receipts_callbacks ON receipts (callback_due_at) WHERE callback_due_at IS NOT NULL",
        ]
    }
}
