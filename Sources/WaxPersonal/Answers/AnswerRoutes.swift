// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore
import WaxSystem

/// `/notifications/answers`
enum AnswerRoutes {
    /// `GET /notifications/answers/{id}`
    @Sendable
    static func read(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let id = try call.number()
        let answer = try await service.read(
            .answer(id), call, { try find(id, service, call) }, until: { $0 != nil })
        var body: JSONObject = [
            "notification_id": .number(JSONNumber(id)), "status": answer == nil ? "pending" : "answered",
        ]
        body["action_id"] = answer.map { .string($0.actionID) }
        body["text"] = (answer?.text).map(JSONValue.string)
        body["answered_at"] = answer.map { JSONValue($0.answeredAt) }
        return .json(JSONValue.object(body).compact)
    }

    /// `POST /notifications/answers/{id}`
    @Sendable
    static func record(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
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

    /// Nil before there is one. Throws where the caller has nothing that could be answered.
    private static func find(
        _ id: Int64, _ service: PersonalService, _ call: PersonalCall
    ) throws -> NotificationAnswer? {
        let (vault, caller) = (service.vault, call.caller)
        let oldest = service.time.now() - NotificationTable.keptFor
        return try service.database.read { sql in
            guard
                let sender = try NotificationTable(sql, vault).answerableSender(
                    of: id, account: caller.person.account, since: oldest),
                caller.owns(account: caller.person.account, key: sender.key)
            else { throw Problem(.answerNotFound) }
            return try NotificationAnswerTable(sql, vault).find(notification: id)
        }
    }
}
