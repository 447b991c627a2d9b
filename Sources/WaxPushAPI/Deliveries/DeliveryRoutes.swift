// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore

/// `/v1/push/{id}/deliveries`
enum DeliveryRoutes {
    private static let states: [DeliveryState] = [.queued, .sending, .sent, .failed, .refused, .expired, .cancelled]

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: ["status", "error_code"])
        let state = try query.filter("status", .oneOf(states.map(\.label))) { text in states.first { $0.label == text }
        }
        let errorCode = try query.filter("error_code", .length(1...64)) { (1...64).contains($0.utf8.count) ? $0 : nil }
        return try service.database.read { sql in
            let push = try push(call, sql, service.vault)
            let found = try DeliveryTable(sql, service.vault).list(
                push: push.seq, state: state, errorCode: errorCode,
                before: query.after.map { push.deliveryNumber($0) ?? 0 }, limit: query.limit + 1)
            return query.page(of: found, id: { push.deliveryID($0.n) }) { DeliveryObject.json($0, of: push) }
        }
    }

    @Sendable
    static func read(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.delivery, "delivery_id")
        return try service.database.read { sql in
            let push = try push(call, sql, service.vault)
            guard let n = push.deliveryNumber(id),
                let delivery = try DeliveryTable(sql, service.vault).find(push: push.seq, n: n)
            else { throw APIError(.notFound) }
            let object = DeliveryObject.json(delivery, of: push)
            guard call.owner.mode == .test else { return .json(object.compact) }
            let request = try TestRequestTable(sql, service.vault).find(
                push: push.seq, n: n, delivery: id, now: call.now)
            return .json(json(object, testRequest: request ?? Array("null".utf8)))
        }
    }

    /// The object with the text of `test_request` as it is: as a value it could be nested deeper than the reader takes.
    private static func json(_ delivery: JSONObject, testRequest: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (key, value) in delivery {
            writer.key(key)
            writer.value(value)
        }
        writer.key("test_request")
        writer.raw(testRequest)
        writer.endObject()
        return writer.bytes
    }

    private static func push(_ call: PushCall, _ sql: any SQLConnection, _ vault: Vault) throws -> Push {
        guard let push = try PushTable(sql, vault).find(try call.id(.push), owner: call.owner) else {
            throw APIError(.notFound)
        }
        return push
    }
}
