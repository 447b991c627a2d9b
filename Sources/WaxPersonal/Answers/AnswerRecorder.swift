// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// Takes down what somebody did with a notification: the first answer wins.
struct AnswerRecorder {
    /// The most code points of a typed reply.
    static let longestText = 4096

    private let sql: Transaction
    private let vault: Vault

    init(_ sql: Transaction, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Throws where there is nothing to answer, for a button that is not answered here, and for a second answer. Returns
    /// the notification.
    func record(_ answer: NotificationAnswer, to id: Int64, account: Int64) throws -> StoredNotification {
        let oldest = answer.answeredAt - NotificationTable.keptFor
        guard let notification = try NotificationTable(sql, vault).find(id, account: account, since: oldest),
            notification.content.actions.contains(where: ActionRequest.isAnswered)
        else { throw Problem(.answerNotFound) }
        let action = notification.content.actions.first {
            ($0["id"]?.stringValue ?? "").utf8.elementsEqual(answer.actionID.utf8)
        }
        guard let action, ActionRequest.isAnswered(action) else {
            throw Problem(FieldProblems([FieldProblem("action_id", .notAllowed(Self.actionRule))]))
        }
        guard answer.text == nil || ActionRequest.takesText(action) else {
            throw Problem(FieldProblems([FieldProblem("text", .notAllowed(Self.textRule))]))
        }
        guard try NotificationAnswerTable(sql, vault).insert(answer, notification: id) else {
            throw Problem(.answerRecorded)
        }
        return notification
    }

    private static let actionRule = LocalizedText(
        "must be an action that is answered here", "doit être une action dont la réponse est reçue ici")
    private static let textRule = LocalizedText("needs an action with text_input", "exige une action avec text_input")
}
