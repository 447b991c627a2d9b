// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem

/// `/notifications/receipts`
enum ReceiptRoutes {
    /// `GET /notifications/receipts/{id}`
    @Sendable
    static func read(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (id, vault, caller) = (try call.number(), service.vault, call.caller)
        let receipt = try await service.read(
            .receipt(id), call,
            { try service.database.read { try find(id, ReceiptTable($0, vault), caller, service.time.now()) } },
            until: { $0.status != .active })
        return .json(JSONValue.object(ReceiptObject.json(receipt, of: caller.person)).compact)
    }

    /// `POST /notifications/receipts/{id}/cancel`
    @Sendable
    static func cancel(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (id, vault, caller, now, room) = (
            try call.number(), service.vault, call.caller, call.now, service.room
        )
        let receipt = try await service.database.write { sql in
            var receipt = try find(id, ReceiptTable(sql, vault), caller, now)
            _ = try ReceiptKeeper(sql, vault, calling: room).cancel(&receipt, .api, now: now)
            return receipt
        }
        return .json(JSONValue.object(ReceiptObject.json(receipt, of: caller.person)).compact)
    }

    /// `POST /notifications/receipts/cancel`
    @Sendable
    static func cancelByTag(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let reader = FieldReader(try call.body())
        let tag = reader.text("tag", required: true, tagRule, where: NotificationRules.isTag)
        try reader.finish()
        guard let tag else { preconditionFailure("a body without problems has a tag") }
        let (vault, caller, now, room) = (service.vault, call.caller, call.now, service.room)
        let canceled = try await service.database.write { sql in
            let keeper = ReceiptKeeper(sql, vault, calling: room)
            var count = 0
            for var receipt in try ReceiptTable(sql, vault).active(account: caller.person.account, at: now)
            where receipt.details.tags.contains(tag) && caller.owns(account: receipt.account, key: receipt.key) {
                if try keeper.cancel(&receipt, .tag, now: now) { count += 1 }
            }
            return count
        }
        let body: JSONObject = ["canceled": .number(JSONNumber(canceled))]
        return .json(JSONValue.object(body).compact)
    }

    private static func find(
        _ id: Int64, _ receipts: ReceiptTable, _ caller: PersonalCaller, _ now: Timestamp
    ) throws -> Receipt {
        guard let receipt = try receipts.find(id), caller.owns(account: receipt.account, key: receipt.key),
            receipt.endedAt.map({ now - Receipt.keptFor < $0 }) ?? true
        else { throw Problem(.receiptNotFound) }
        return receipt
    }

    private static let tagRule = LocalizedText(
        "must have 1 to 64 printable ASCII characters without spaces",
        "doit compter de 1 à 64 caractères ASCII imprimables sans espaces")
}
