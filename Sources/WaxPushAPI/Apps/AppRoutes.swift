// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxStore
import WaxSystem

/// `/v1/push/apps`
enum AppRoutes {
    @Sendable
    static func create(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let body = try call.body()
        let (vault, owner, now, id) = (service.vault, call.owner, call.now, service.newID(at: call.now))
        return try await Idempotency(service: service, call: call).run {
            let new = try AppRequest(body: body, tokenHosts: service.tokenHosts).forNewApp()
            return { sql in
                let apps = PushAppTable(sql, vault)
                try apps.insert(new.settings, new.credentials, id: id, owner: owner, now: now)
                guard let app = try apps.find(id, owner: owner) else { throw RecordError.vanished("push_apps") }
                return Idempotency.Answer(status: 201, body: AppObject.json(app, new.credentials).compact)
            }
        }
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(call, filters: [])
        let found = try service.database.read { sql in
            let apps = PushAppTable(sql, service.vault)
            let before = try query.after.map { try apps.place(of: $0, owner: call.owner) ?? 0 }
            return try apps.list(owner: call.owner, before: before, limit: query.limit + 1)
        }
        // Opening credentials takes its time, which no connection to the database is held for.
        return query.page(of: found, id: \.id) {
            AppObject.json($0, PushAppTable.credentials(of: $0, service.vault))
        }
    }

    @Sendable
    static func read(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.app)
        guard let app = try service.database.read({ try PushAppTable($0, service.vault).find(id, owner: call.owner) })
        else { throw APIError(.notFound) }
        return .json(AppObject.json(app, PushAppTable.credentials(of: app, service.vault)).compact)
    }

    @Sendable
    static func update(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.app)
        let request = AppRequest(body: try call.body(), tokenHosts: service.tokenHosts)
        let (vault, owner, now) = (service.vault, call.owner, call.now)
        let body = try await service.database.write { sql -> [UInt8] in
            let apps = PushAppTable(sql, vault)
            guard let app = try apps.find(id, owner: owner) else { throw APIError(.notFound) }
            let new = try request.changing(app.settings, PushAppTable.credentials(of: app, vault))
            try apps.update(app, to: new.settings, new.credentials, now: now)
            guard let changed = try apps.find(id, owner: owner) else { throw RecordError.vanished("push_apps") }
            return AppObject.json(changed, new.credentials).compact
        }
        return .json(body)
    }

    @Sendable
    static func delete(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.app)
        let (vault, events, owner, now) = (service.vault, service.events, call.owner, call.now)
        try await service.database.write { sql in
            let apps = PushAppTable(sql, vault)
            guard let app = try apps.find(id, owner: owner) else { throw APIError(.notFound) }
            let pushes = PushTable(sql, vault)
            let unfinished = try pushes.unfinished(app: app.seq)
            guard !unfinished.isSending else { throw APIError(.pushAppInUse) }
            for push in unfinished.scheduled { _ = try pushes.cancel(push, now: now) }
            try events.record(
                unfinished.scheduled.map { .push(.cancelled, push: $0.seq) }, owner: owner, now: now, in: sql)
            try apps.delete(app, now: now)
            sql.truncateLogAfterCommit()
        }
        return .empty()
    }
}
