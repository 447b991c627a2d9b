// SPDX-License-Identifier: Apache-2.0
import WaxStore

extension Schema {
    /// The tables of personal notifications.
    static func personal(_ type: SQLDialect) -> [String] {
        [
            // The side of an account that gets notifications; `app` is the push app whose devices show them.
            """
            CREATE TABLE people (
                account \(type.integer) PRIMARY KEY REFERENCES accounts (seq),
                id \(type.blob) NOT NULL UNIQUE,
                kind \(type.integer) NOT NULL,
                app \(type.integer) REFERENCES push_apps (seq),
                created_at \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            """
            CREATE TABLE account_tokens (
                lookup \(type.blob) PRIMARY KEY,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                created_at \(type.integer) NOT NULL
            ) \(type.clusteredTableOptions)
            """,
            "CREATE INDEX account_tokens_by_account ON account_tokens (account)",
            // Protected: digest, the SHA-256 of the key, with which callbacks are signed.
            """
            CREATE TABLE integration_keys (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                lookup \(type.blob) NOT NULL UNIQUE,
                digest \(type.blob),
                name \(type.text) NOT NULL,
                notifications \(type.integer) NOT NULL,
                activities \(type.integer) NOT NULL,
                is_default \(type.integer) NOT NULL,
                expires_at \(type.integer),
                created_at \(type.integer) NOT NULL,
                revoked_at \(type.integer)
            ) \(type.tableOptions)
            """,
            "CREATE INDEX integration_keys_by_account ON integration_keys (account, seq)",
            // Protected: content. `uid` is also the id of the push that carries the notification; `integration_key` the
            // key that sent it, null for the account's own token.
            """
            CREATE TABLE notifications (
                seq \(type.identity),
                uid \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                integration_key \(type.integer) REFERENCES integration_keys (seq),
                content \(type.blob) NOT NULL,
                answerable \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            "CREATE INDEX notifications_by_account ON notifications (account, seq)",
            "CREATE INDEX notifications_by_time ON notifications (created_at)",
            // Protected: answer, which button was tapped and what was typed.
            """
            CREATE TABLE notification_answers (
                notification \(type.integer) PRIMARY KEY,
                answer \(type.blob) NOT NULL,
                answered_at \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            // How many notifications an account sent; `period` is a month as YYYYMM or a day as YYYYMMDD, in UTC.
            """
            CREATE TABLE notification_usage (
                account \(type.integer) NOT NULL,
                period \(type.integer) NOT NULL,
                used \(type.integer) NOT NULL,
                PRIMARY KEY (account, period)
            ) \(type.clusteredTableOptions)
            """,
        ]
    }
}
