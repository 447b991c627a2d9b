// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore

/// `/v1/push`
enum PushRoutes {
    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let body = try call.body()
        let (vault, owner, now, id) = (service.vault, call.owner, call.now, service.newID(at: call.now))
        let response = try await Idempotency(service: service, call: call).run {
            let acceptance = PushAcceptance(request: try PushRequest(body, now: now), owner: owner, vault: vault)
            return { sql in
                let pushes = PushTable(sql, vault)
                try pushes.insert(try acceptance.accept(sql, id: id), now: now)
                guard let push = try pushes.find(id, owner: owner) else { throw RecordError.vanished("pushes") }
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
}
