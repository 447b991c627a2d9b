// SPDX-License-Identifier: Apache-2.0
import WaxJSON
package import WaxStore
import WaxSystem

/// The answers to notifications, one at most to each; they are protected at rest.
package struct NotificationAnswerTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Records an answer; false, and nothing changed, when there is one already.
    package func insert(_ answer: NotificationAnswer, notification: Int64) throws -> Bool {
        var object: JSONObject = ["action_id": .string(answer.actionID)]
        object["text"] = answer.text.map(JSONValue.string)
        let protected = try vault.cipher.protect(
            JSONValue.object(object).compact, table: Self.table, column: "answer", row: "\(notification)")
        return try sql.execute(
            """
            INSERT INTO notification_answers (notification, answer, answered_at) VALUES (?, ?, ?)
            ON CONFLICT (notification) DO NOTHING
            """, [.integer(notification), .blob(protected), SQLValue(answer.answeredAt)]) == 1
    }

    package func find(notification: Int64) throws -> NotificationAnswer? {
        try sql.first(
            "SELECT answer, answered_at FROM notification_answers WHERE notification = ?", [.integer(notification)]
        ) { row in
            let opened = try vault.cipher.reveal(
                try row.blob(0), table: Self.table, column: "answer", row: "\(notification)")
            let object = try JSONReader.parse(opened)
            guard let actionID = object["action_id"]?.stringValue else { throw RecordError.unreadable(Self.table) }
            return NotificationAnswer(
                actionID: actionID, text: object["text"]?.stringValue, answeredAt: try row.timestamp(1))
        }
    }

    private static let table = "notification_answers"
}
