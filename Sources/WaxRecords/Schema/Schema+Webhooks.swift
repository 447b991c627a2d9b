// SPDX-License-Identifier: Apache-2.0
import WaxStore

extension Schema {
    /// The tables of webhooks and of fallback texts.
    static func webhooks(_ type: SQLDialect) -> [String] {
        [
            // Protected: secret, previous_secret. A deleted webhook keeps its row, without address and secrets, so that
            // what still names it names nothing else. `events` has a bit for each type; `due_at` is when the first
            // element of its queue is due, and `next_n` the number of the next one.
            """
            CREATE TABLE webhooks (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                mode \(type.integer) NOT NULL,
                url \(type.text) NOT NULL,
                events \(type.integer) NOT NULL,
                active \(type.integer) NOT NULL,
                deactivated_reason \(type.text),
                deactivated_at \(type.integer),
                secret \(type.blob),
                secret_rotated_at \(type.integer),
                previous_secret \(type.blob),
                previous_secret_until \(type.integer),
                failing_since \(type.integer),
                failed_events \(type.integer) NOT NULL DEFAULT 0,
                last_success_at \(type.integer),
                last_failure_at \(type.integer),
                last_failure_reason \(type.text),
                created_at \(type.integer) NOT NULL,
                deleted_at \(type.integer),
                due_at \(type.integer),
                next_n \(type.integer) NOT NULL DEFAULT 0,
                lease_epoch \(type.integer) NOT NULL DEFAULT 0,
                lease_until \(type.integer) NOT NULL DEFAULT 0
            ) \(type.tableOptions)
            """,
            "CREATE INDEX webhooks_by_account ON webhooks (account, mode, seq)",
            "CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL",
            // What each webhook is still to be sent, in the order in which it is due. `data` is the object of the event
            // as it was then; an event of a delivery, whose end never changes, has its push and number instead.
            """
            CREATE TABLE webhook_queue (
                webhook \(type.integer) NOT NULL,
                due_at \(type.integer) NOT NULL,
                n \(type.integer) NOT NULL,
                event \(type.blob) NOT NULL,
                type \(type.integer) NOT NULL,
                subject \(type.integer) NOT NULL,
                delivery \(type.integer),
                data \(type.text),
                attempts \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                PRIMARY KEY (webhook, due_at, n)
            ) \(type.clusteredTableOptions)
            """,
            // Every attempt, for some days.
            """
            CREATE TABLE webhook_deliveries (
                webhook \(type.integer) NOT NULL,
                id \(type.blob) NOT NULL,
                event \(type.blob) NOT NULL,
                type \(type.integer) NOT NULL,
                attempt \(type.integer) NOT NULL,
                success \(type.integer) NOT NULL,
                http_status \(type.integer),
                error_reason \(type.text),
                duration_ms \(type.integer),
                occurred_at \(type.integer) NOT NULL,
                PRIMARY KEY (webhook, id)
            ) \(type.clusteredTableOptions)
            """,
            // What was given up, with the object of the event in any case.
            """
            CREATE TABLE webhook_dead_letters (
                webhook \(type.integer) NOT NULL,
                id \(type.blob) NOT NULL UNIQUE,
                event \(type.blob) NOT NULL,
                type \(type.integer) NOT NULL,
                subject \(type.integer) NOT NULL,
                delivery \(type.integer),
                data \(type.text) NOT NULL,
                event_created_at \(type.integer) NOT NULL,
                failed_reason \(type.text) NOT NULL,
                created_at \(type.integer) NOT NULL,
                replayed_at \(type.integer),
                PRIMARY KEY (webhook, id)
            ) \(type.clusteredTableOptions)
            """,
            // Protected: content (text and numbers). `due_at` is when a text is tried that is to be sent.
            """
            CREATE TABLE fallbacks (
                push \(type.integer) PRIMARY KEY,
                push_id \(type.blob) NOT NULL,
                state \(type.integer) NOT NULL,
                content \(type.blob),
                message_id \(type.text),
                error_code \(type.text),
                attempts \(type.integer) NOT NULL DEFAULT 0,
                due_at \(type.integer),
                lease_epoch \(type.integer) NOT NULL DEFAULT 0,
                lease_until \(type.integer) NOT NULL DEFAULT 0
            ) \(type.tableOptions)
            """,
            "CREATE INDEX fallbacks_due ON fallbacks (due_at) WHERE due_at IS NOT NULL",
        ]
    }
}
