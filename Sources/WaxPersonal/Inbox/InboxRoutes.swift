// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// What the account's own app asks of the history.
enum InboxRoutes {
    /// `GET /notifications`
    @Sendable
    static func list(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let query = try ListCursor(call, purpose: "notifications")
        let (account, oldest) = (call.caller.person.account, call.now - NotificationTable.keptFor)
        let found = try service.database.read { sql in
            try NotificationTable(sql, service.vault).list(
                account: account, since: oldest, before: query.after, limit: query.limit + 1)
        }
        return query.page(of: found, key: \.seq) { notification in
            NotificationObject.json(
                id: notification.seq, notification.content, isPushed: notification.wasPushed,
                createdAt: notification.createdAt)
        }
    }

    /// `POST /notifications/answers/{id}`
    @Sendable
    static func answer(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let id = try call.number()
        let reader = FieldReader(try call.body())
        let actionID = reader.string("action_id", required: true, length: 1...64).value
        let text = reader.string("text", length: 0...AnswerRecorder.longestText).value
        try reader.finish()
        guard let actionID else { preconditionFailure("an action without problems has an id") }
        let (vault, account, now, room) = (service.vault, call.caller.person.account, call.now, service.room)
        let uid = service.newID(at: now)
        // Some clients always write the member.
        let answer = NotificationAnswer(actionID: actionID, text: text == "" ? nil : text, answeredAt: now)
        let ended = try await service.database.write { sql in
            let notification = try AnswerRecorder(sql, vault).record(answer, to: id, account: account)
            sql.afterCommit { room.call(.answer(id)) }
            return try ReceiptKeeper(sql, vault, calling: room).acknowledge(
                notification, with: actionID, uid: uid, now: now)
        }
        if ended.isPushed { service.wakeEngine() }
        if ended.hasCallback { service.wakeRunner() }
        return .empty()
    }
}
