// SPDX-License-Identifier: Apache-2.0
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
