// SPDX-License-Identifier: Apache-2.0
import WaxFields
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// `/devices`: the devices that show an account's notifications.
enum PersonalDeviceRoutes {
    /// `PUT /devices`
    @Sendable
    static func register(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let request = try DeviceRequest(
            try call.body(), mode: .live, allowsHTTP: service.options.targets == .any, namesApp: false)
        guard !request.isForTests else {
            throw Problem(FieldProblems([FieldProblem("token", .notAllowed(testRule))]))
        }
        let (vault, person, now, events) = (service.vault, call.caller.person, call.now, service.events)
        let secrets = try request.secrets(newID: service.newID(at: now), vault)
        let newAppID = service.newID(at: now)
        let (device, app, isNew) = try await service.database.write { sql in
            let app = try PersonTable(sql, vault).app(of: person, newID: newAppID, now: now)
            let (device, isNew, retired) = try request.register(
                in: app.seq, DeviceTable(sql, vault), secrets, now: now)
            if let retired {
                try events.record([.deviceDeactivated(device: retired)], owner: person.owner, now: now, in: sql)
            }
            return (device, app, isNew)
        }
        return .json(
            JSONValue.object(object(device, app, token: request.token)).compact, status: isNew ? 201 : 200)
    }

    /// `GET /devices`
    @Sendable
    static func list(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let query = try ListCursor(call, purpose: "devices")
        let (vault, person) = (service.vault, call.caller.person)
        let found = try service.database.read { sql -> [(Int64, JSONObject)] in
            guard let app = try app(of: person, sql, vault) else { return [] }
            var filter = DeviceFilter()
            filter.app = app.seq
            let devices = DeviceTable(sql, vault)
            return try devices.list(owner: person.owner, filter: filter, before: query.after, limit: query.limit + 1)
                .map { ($0.seq, object($0, app, token: try? devices.token(of: $0))) }
        }
        return query.page(of: found, key: \.0, \.1)
    }

    /// `GET /devices/{id}`
    @Sendable
    static func read(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (vault, person) = (service.vault, call.caller.person)
        return try service.database.read { sql in
            let (device, app) = try find(call, person, sql, vault)
            let token = try? DeviceTable(sql, vault).token(of: device)
            return .json(JSONValue.object(object(device, app, token: token)).compact)
        }
    }

    /// `DELETE /devices/{id}`
    @Sendable
    static func delete(_ service: PersonalService, _ call: PersonalCall) async throws -> HTTPResponse {
        let (vault, person, now) = (service.vault, call.caller.person, call.now)
        try await service.database.write { sql in
            let (device, _) = try find(call, person, sql, vault)
            try DeviceTable(sql, vault).delete(device, now: now)
            sql.truncateLogAfterCommit()
        }
        return .empty()
    }

    private static func app(of person: Person, _ sql: any SQLConnection, _ vault: Vault) throws -> PushApp? {
        let apps = PushAppTable(sql, vault)
        guard let seq = person.app, try apps.exists(seq: seq) else { return nil }
        return try apps.find(seq: seq)
    }

    private static func find(
        _ call: PersonalCall, _ person: Person, _ sql: any SQLConnection, _ vault: Vault
    ) throws -> (Device, PushApp) {
        guard let id = PublicID(.device, text: call.parameters["id"]),
            let app = try app(of: person, sql, vault), let device = try DeviceTable(sql, vault).find(id.ulid),
            device.app == app.seq
        else { throw Problem(.deviceNotFound) }
        return (device, app)
    }

    /// As the push API shows it, without the app: an account has one.
    private static func object(_ device: Device, _ app: PushApp, token: String?) -> JSONObject {
        var object = DeviceObject.json(device, app: app.id, mode: .live, token: token)
        object["app_id"] = nil
        object["mode"] = nil
        return object
    }

    private static let testRule = LocalizedText(
        "must be a real one: test tokens are for test keys",
        "doit être réel: les jetons de test sont pour les clés de test")
}
