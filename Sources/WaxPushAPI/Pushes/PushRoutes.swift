// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore
import WaxSystem

/// `/v1/push`
enum PushRoutes {
    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let body = try call.body()
        let (vault, owner, now, id) = (service.vault, call.owner, call.now, service.newID(at: call.now))
        let response = try await Idempotency(service: service, call: call).run {
            let acceptance = PushAcceptance(
                request: try PushRequest(body, now: now), owner: owner, vault: vault, priceCents: service.priceCents,
                hasFallbackGateway: service.hasFallbackGateway)
            let events = service.events
            // Counting devices and sizes is left to this thread: there is only one that writes.
            let new = try service.database.read { try acceptance.accept($0, id: id) }
            return { sql in
                let pushes = PushTable(sql, vault)
                guard try PushAppTable(sql, vault).exists(seq: new.app) else {
                    throw APIError.notFound(field: "app_id")
                }
                try pushes.insert(new, now: now)
                guard let push = try pushes.find(id, owner: owner) else { throw RecordError.vanished("pushes") }
                if push.state == .scheduled {
                    try events.record([.push(.scheduled, push: push.seq)], owner: owner, now: now, in: sql)
                }
                return Idempotency.Answer(status: 202, body: JSONValue.object(PushObject.json(push)).compact)
            }
        }
        service.wakeEngine()
        return response
    }

    @Sendable
    static func read(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.push)
        guard let push = try service.database.read({ try PushTable($0, service.vault).find(id, owner: call.owner) })
        else { throw APIError(.notFound) }
        return .json(JSONValue.object(PushObject.json(push)).compact)
    }

    /// Says what `create` would, and stores nothing.
    @Sendable
    static func validate(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let acceptance = PushAcceptance(
            request: try PushRequest(try call.body(), now: call.now), owner: call.owner, vault: service.vault,
            priceCents: service.priceCents, hasFallbackGateway: service.hasFallbackGateway)
        let push = try service.database.read { try acceptance.accept($0, id: service.newID(at: call.now)) }
        let body: JSONObject = [
            "valid": true, "device_count": .number(JSONNumber(push.deviceCount)),
            "encrypted": .bool(push.requiresEncryption),
            "cost_cents": .number(JSONNumber(Int64(push.deviceCount) * push.priceCents)),
        ]
        return .json(JSONValue.object(body).compact)
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: ["app_id", "user_id", "status", "since", "until"])
        let states: [PushState] = [.scheduled, .queued, .sending, .sent, .failed, .cancelled]
        var filter = PushFilter()
        filter.userID = try query.filter("user_id", .length(1...255)) {
            (1...255).contains($0.unicodeScalars.count) ? $0 : nil
        }
        filter.state = try query.filter("status", .oneOf(states.map(\.label))) { text in
            states.first { $0.label == text }
        }
        filter.since = try query.filter("since", .format(PushRequest.timeRule)) { Timestamp(rfc3339: $0) }
        filter.until = try query.filter("until", .format(PushRequest.timeRule)) { Timestamp(rfc3339: $0) }
        let appID = try query.filter("app_id", .type(.string)) { $0 }
        return try service.database.read { sql in
            if let appID {
                guard let id = PublicID(.app, text: appID),
                    let app = try PushAppTable(sql, service.vault).find(id.ulid, owner: call.owner)
                else { throw APIError.notFound(field: "app_id") }
                filter.app = app.seq
            }
            let pushes = PushTable(sql, service.vault)
            let before = try query.after.map { try pushes.find($0, owner: call.owner)?.seq ?? 0 }
            let found = try pushes.list(owner: call.owner, filter: filter, before: before, limit: query.limit + 1)
            return query.page(of: found, id: \.id, PushObject.json)
        }
    }
}
