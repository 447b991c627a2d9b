// SPDX-License-Identifier: Apache-2.0
package import WaxStore

/// Every table of the server, in the order in which migrations made them.
package enum Schema {
    package static let migrations = [
        Migration(version: 1, name: "push service") { sql in
            try KeyLedger.createTable(on: sql)
            let statements =
                version1(sql.dialect) + webhooks(sql.dialect) + personal(sql.dialect)
                + schedules(sql.dialect)
            for statement in statements { try sql.execute(statement) }
        }
    ]

    // Times are milliseconds since the epoch; enumerations are the raw values of the Swift types named after their
    // columns; a column marked "protected" holds what `RestCipher` made.
    private static func version1(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE accounts (
                seq \(type.identity),
                name \(type.text) NOT NULL UNIQUE,
                created_at \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            """
            CREATE TABLE api_keys (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                mode \(type.integer) NOT NULL,
                lookup \(type.blob) NOT NULL UNIQUE,
                key_prefix \(type.text) NOT NULL,
                label \(type.text),
                permissions \(type.text),
                default_deny \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                last_used_at \(type.integer),
                revoked_at \(type.integer)
            ) \(type.tableOptions)
            """,
            "CREATE INDEX api_keys_by_account ON api_keys (account, mode, seq)",
            // `creator` is the API key that made the client; null for the operator.
            """
            CREATE TABLE oauth_clients (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                mode \(type.integer) NOT NULL,
                secret_lookup \(type.blob) NOT NULL,
                label \(type.text),
                scopes \(type.text) NOT NULL,
                creator \(type.integer) REFERENCES api_keys (seq),
                created_at \(type.integer) NOT NULL,
                revoked_at \(type.integer)
            ) \(type.tableOptions)
            """,
            "CREATE INDEX oauth_clients_by_account ON oauth_clients (account, mode, seq)",
            """
            CREATE TABLE oauth_tokens (
                lookup \(type.blob) PRIMARY KEY,
                client \(type.integer) NOT NULL REFERENCES oauth_clients (seq),
                scopes \(type.text) NOT NULL,
                expires_at \(type.integer) NOT NULL
            ) \(type.clusteredTableOptions)
            """,
            "CREATE INDEX oauth_tokens_by_client ON oauth_tokens (client)",
            "CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens (expires_at)",
            // Protected: apns, fcm, web_push.
            """
            CREATE TABLE push_apps (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                mode \(type.integer) NOT NULL,
                name \(type.text) NOT NULL,
                apns \(type.blob),
                fcm \(type.blob),
                web_push \(type.blob),
                require_encryption \(type.integer) NOT NULL,
                placeholder_title \(type.text) NOT NULL,
                placeholder_body \(type.text) NOT NULL,
                padding \(type.integer) NOT NULL,
                deleted_at \(type.integer),
                created_at \(type.integer) NOT NULL,
                updated_at \(type.integer) NOT NULL
            ) \(type.tableOptions)
            """,
            "CREATE INDEX push_apps_by_account ON push_apps (account, mode, seq)",
            // Protected: token, which of a browser is its whole subscription. A deleted device keeps its row for the deliveries that name it, and nothing else.
            // `key_tag` authenticates the public key, or that there is none.
            """
            CREATE TABLE devices (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                app \(type.integer) NOT NULL REFERENCES push_apps (seq),
                platform \(type.integer) NOT NULL,
                token_lookup \(type.blob),
                token \(type.blob),
                user_id \(type.text),
                apns_environment \(type.integer),
                active \(type.integer) NOT NULL,
                deactivated_at \(type.integer),
                deactivation_reason \(type.text),
                public_key \(type.blob),
                key_id \(type.text),
                key_tag \(type.blob) NOT NULL,
                created_at \(type.integer) NOT NULL,
                updated_at \(type.integer) NOT NULL,
                last_registered_at \(type.integer) NOT NULL,
                deleted_at \(type.integer),
                UNIQUE (app, platform, token_lookup)
            ) \(type.tableOptions)
            """,
            "CREATE INDEX devices_by_app ON devices (app, seq)",
            "CREATE INDEX devices_by_user ON devices (app, user_id, seq)",
            // How many active devices an app has of each kind, so that a push to all need not count them.
            """
            CREATE TABLE audiences (
                app \(type.integer) NOT NULL,
                platform \(type.integer) NOT NULL,
                has_key \(type.integer) NOT NULL,
                devices \(type.integer) NOT NULL,
                PRIMARY KEY (app, platform, has_key)
            ) \(type.clusteredTableOptions)
            """,
            // Protected: content (text, data and collapse key). `due_at` is when the engine next looks at the push;
            // `charged` the devices counted at acceptance, `device_count` those of the deliveries made so far.
            """
            CREATE TABLE pushes (
                seq \(type.identity),
                id \(type.blob) NOT NULL UNIQUE,
                account \(type.integer) NOT NULL REFERENCES accounts (seq),
                app \(type.integer) NOT NULL REFERENCES push_apps (seq),
                mode \(type.integer) NOT NULL,
                state \(type.integer) NOT NULL,
                encrypted \(type.integer),
                target \(type.text) NOT NULL,
                content \(type.blob),
                priority \(type.integer) NOT NULL,
                ttl_seconds \(type.integer) NOT NULL,
                device_count \(type.integer) NOT NULL DEFAULT 0,
                queued \(type.integer) NOT NULL DEFAULT 0,
                sent \(type.integer) NOT NULL DEFAULT 0,
                failed \(type.integer) NOT NULL DEFAULT 0,
                refused \(type.integer) NOT NULL DEFAULT 0,
                error_code \(type.text),
                price_cents \(type.integer) NOT NULL,
                charged \(type.integer) NOT NULL,
                accepted_encrypted \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                cancelled_at \(type.integer),
                scheduled_at \(type.integer),
                started_at \(type.integer),
                sent_at \(type.integer),
                due_at \(type.integer),
                lease_epoch \(type.integer) NOT NULL DEFAULT 0,
                lease_until \(type.integer) NOT NULL DEFAULT 0,
                fan_out \(type.text),
                next_n \(type.integer) NOT NULL DEFAULT 0
            ) \(type.tableOptions)
            """,
            "CREATE INDEX pushes_due ON pushes (due_at) WHERE due_at IS NOT NULL",
            "CREATE INDEX pushes_by_app ON pushes (app, state)",
            "CREATE INDEX pushes_by_account ON pushes (account, mode, seq)",
            // The users whom a push names, to find the pushes of one.
            """
            CREATE TABLE push_users (
                user_id \(type.text) NOT NULL,
                push \(type.integer) NOT NULL,
                PRIMARY KEY (user_id, push)
            ) \(type.clusteredTableOptions)
            """,
            // What each push was charged and refunded, once of each kind.
            """
            CREATE TABLE ledger (
                push \(type.integer) NOT NULL,
                kind \(type.integer) NOT NULL,
                deliveries \(type.integer) NOT NULL,
                cents \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                PRIMARY KEY (push, kind)
            ) \(type.clusteredTableOptions)
            """,
            """
            CREATE TABLE deliveries (
                push \(type.integer) NOT NULL,
                n \(type.integer) NOT NULL,
                device \(type.integer) NOT NULL,
                user_id \(type.text),
                state \(type.integer) NOT NULL,
                encrypted \(type.integer) NOT NULL,
                attempts \(type.integer) NOT NULL,
                spent \(type.integer) NOT NULL,
                error_code \(type.text),
                provider_status \(type.integer),
                provider_reason \(type.text),
                provider_message_id \(type.text),
                created_at \(type.integer) NOT NULL,
                sent_at \(type.integer),
                retry_at \(type.integer),
                PRIMARY KEY (push, n)
            ) \(type.clusteredTableOptions)
            """,
            // Protected: request. What a provider would have been sent, for test keys.
            """
            CREATE TABLE test_requests (
                push \(type.integer) NOT NULL,
                n \(type.integer) NOT NULL,
                request \(type.blob) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                PRIMARY KEY (push, n)
            ) \(type.clusteredTableOptions)
            """,
            "CREATE INDEX test_requests_by_expiry ON test_requests (expires_at)",
            // Protected: answer, which may hold names that are deleted meanwhile.
            """
            CREATE TABLE idempotency_keys (
                account \(type.integer) NOT NULL,
                mode \(type.integer) NOT NULL,
                route \(type.text) NOT NULL,
                key_lookup \(type.blob) NOT NULL,
                body_lookup \(type.blob) NOT NULL,
                status \(type.integer) NOT NULL,
                answer \(type.blob) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                PRIMARY KEY (account, mode, route, key_lookup)
            ) \(type.clusteredTableOptions)
            """,
            "CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)",
        ]
    }
}
