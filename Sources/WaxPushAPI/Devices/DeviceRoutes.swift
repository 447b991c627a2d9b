// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// `/v1/push/devices`
enum DeviceRoutes {
    @Sendable
    static func register(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let request = try DeviceRequest(
            try call.body(), mode: call.owner.mode, allowsHTTP: service.allowsHTTPEndpoints)
        if call.owner.mode == .live, request.isForTests { throw APIError(.testTokenNotAllowed) }
        let (vault, owner, now, events) = (service.vault, call.owner, call.now, service.events)
        guard let appID = request.appID else { throw APIError.notFound(field: "app_id") }
        let secrets = try request.secrets(newID: service.newID(at: now), vault)
        let (device, isNew) = try await service.database.write { sql in
            guard let app = try PushAppTable(sql, vault).seq(of: appID, owner: owner) else {
                throw APIError.notFound(field: "app_id")
            }
            let (device, isNew, retired) = try request.register(
                in: app, DeviceTable(sql, vault), secrets, now: now)
            if let retired {
                try events.record([.deviceDeactivated(device: retired)], owner: owner, now: now, in: sql)
            }
            return (device, isNew)
        }
        let object = DeviceObject.json(device, app: appID, mode: owner.mode, token: request.token)
        return .json(object.compact, status: isNew ? 201 : 200)
    }

    @Sendable
    static func list(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let query = try ListQuery(
            call, filters: ["app_id", "user_id", "platform", "active", "encrypted"])
        var filter = DeviceFilter()
        filter.userID = try query.filter("user_id", .length(1...255)) {
            (1...255).contains($0.unicodeScalars.count) ? $0 : nil
        }
        filter.platform = try query.filter(
            "platform", .oneOf(Platform.allCases.map(\.rawValue)), Platform.init(rawValue:))
        filter.active = try query.boolean("active")
        filter.encrypted = try query.boolean("encrypted")
        let appID = try query.filter("app_id", .type(.string)) { $0 }
        return try service.database.read { sql in
            let apps = PushAppTable(sql, service.vault)
            let devices = DeviceTable(sql, service.vault)
            if let appID {
                guard let id = PublicID(.app, text: appID), let app = try apps.find(id.ulid, owner: call.owner) else {
                    throw APIError.notFound(field: "app_id")
                }
                filter.app = app.seq
            }
            let before = try query.after.map { try devices.seq(of: $0) ?? 0 }
            let found = try devices.list(owner: call.owner, filter: filter, before: before, limit: query.limit + 1)
            return try query.page(of: found, id: \.id) { try json($0, apps, devices) }
        }
    }

    @Sendable
    static func read(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.device)
        return try service.database.read { sql in
            let (device, _) = try find(id, owner: call.owner, sql, service.vault)
            let object = try json(device, PushAppTable(sql, service.vault), DeviceTable(sql, service.vault))
            return .json(object.compact)
        }
    }

    @Sendable
    static func delete(_ service: PushService, _ call: PushCall) async throws -> HTTPResponse {
        let id = try call.id(.device)
        let (vault, owner, now) = (service.vault, call.owner, call.now)
        try await service.database.write { sql in
            let (device, _) = try find(id, owner: owner, sql, vault)
            try DeviceTable(sql, vault).delete(device, now: now)
            sql.truncateLogAfterCommit()
        }
        return .empty()
    }

    private static func find(
        _ id: ULID, owner: Owner, _ sql: any SQLConnection, _ vault: Vault
    ) throws -> (Device, PushApp) {
        guard let device = try DeviceTable(sql, vault).find(id),
            let app = try PushAppTable(sql, vault).find(seq: device.app), app.owner == owner
        else { throw APIError(.notFound) }
        return (device, app)
    }

    private static func json(_ device: Device, _ apps: PushAppTable, _ devices: DeviceTable) throws -> JSONObject {
        guard let app = try apps.find(seq: device.app) else { throw RecordError.vanished("push_apps") }
        return DeviceObject.json(
            device, app: app.id, mode: app.owner.mode, token: try? devices.token(of: device))
    }
}
