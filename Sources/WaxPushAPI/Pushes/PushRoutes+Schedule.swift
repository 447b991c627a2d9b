// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore
import WaxSystem

extension PushRoutes {
    /// Moves a scheduled push.
    @Sendable
    static func reschedule(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.push)
        let time = try PushRequest.newTime(try call.body(), now: call.now)
        let body = try await change(id, .rescheduled, service, call) { pushes, push in
            try pushes.reschedule(push, to: time)
        }
        service.wakeEngine()
        return .json(body)
    }

    /// Cancels a scheduled push: once this has answered 204, nothing of it is sent.
    @Sendable
    static func cancel(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let (id, now) = (try call.id(.push), call.now)
        _ = try await change(id, .cancelled, service, call) { pushes, push in
            try pushes.cancel(push, now: now)
        }
        return .empty()
    }

    private static func change(
        _ id: ULID, _ event: RecordEvent.PushChange, _ service: PushService, _ call: PushCall,
        _ body: @escaping @Sendable (PushTable, Push) throws -> Bool
    ) async throws -> [UInt8] {
        let (vault, events, owner, now) = (service.vault, service.events, call.owner, call.now)
        return try await service.database.write { sql in
            let pushes = PushTable(sql, vault)
            guard let push = try pushes.find(id, owner: owner) else { throw APIError(.notFound) }
            guard try body(pushes, push) else { throw APIError(.pushNotScheduled) }
            guard let changed = try pushes.find(id, owner: owner) else { throw RecordError.vanished("pushes") }
            try events.record([.push(event, push: changed.seq)], owner: owner, now: now, in: sql)
            if changed.isPurged { sql.truncateLogAfterCommit() }
            return JSONValue.object(PushObject.json(changed)).compact
        }
    }
}
