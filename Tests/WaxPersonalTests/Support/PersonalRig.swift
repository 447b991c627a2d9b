// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxDelivery
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The notifications API without a socket, over a store of the test's own, with one personal account and one of an
/// organization.
final class PersonalRig: Sendable {
    let store: TestStore
    let lines = LogLines()
    /// A key of the personal account that may schedule.
    let key: String
    /// The token of the personal account.
    let token: String
    /// A key of the organization.
    let organizationKey: String
    let service: PersonalService
    private let api: PersonalAPI
    private let wakes = Locked(0)
    private let engine = Locked<DeliveryEngine?>(nil)

    convenience init(_ options: PersonalService.Options = PersonalService.Options()) throws {
        let store = try TestStore()
        try self.init(
            store, options, key: Self.key(store, "home", .personal),
            organizationKey: Self.key(store, "acme", .organization), token: Self.token(store, "home"))
    }

    /// The next start on the same store, which the old one has left.
    convenience init(restarting rig: PersonalRig) throws {
        rig.store.close()
        try self.init(
            TestStore(in: rig.store.directory, time: rig.store.time), rig.service.options, key: rig.key,
            organizationKey: rig.organizationKey, token: rig.token)
    }

    private init(
        _ store: TestStore, _ options: PersonalService.Options, key: String, organizationKey: String, token: String
    ) throws {
        self.store = store
        (self.key, self.organizationKey, self.token) = (key, organizationKey, token)
        let (wakes, engine) = (wakes, engine)
        service = PersonalService(
            database: store.database, vault: store.vault, options: options, time: store.time,
            log: lines.log(store.time), room: WaitingRoom(time: store.time),
            wakeEngine: {
                wakes.withLock { $0 += 1 }
                engine.withLock { $0 }?.wake()
            })
        api = PersonalAPI(service)
    }

    /// How often the engine was told that there is something to send.
    var wakeCount: Int { wakes.withLock { $0 } }

    /// How many requests wait.
    var waiting: Int { service.room.count }

    /// Says that the clock was moved.
    func wake() {
        service.room.wake()
        engine.withLock { $0 }?.wake()
    }

    /// A new key of an account, which is made when it is new.
    static func key(
        _ store: TestStore, _ account: String, _ kind: Person.Kind = .personal,
        _ level: IntegrationKey.NotificationLevel = .schedule, activities: IntegrationKey.ActivityLevel = .read,
        expiresAt: Timestamp? = nil
    ) throws -> String {
        let secret = IntegrationSecret(random: SystemRandom())
        let (ids, now) = ((store.newID(), store.newID()), store.now)
        try store.write { sql, vault in
            let people = PersonTable(sql, vault)
            let person = try people.find(named: account) ?? people.create(named: account, kind, id: ids.0, now: now)
            try IntegrationKeyTable(sql, vault).insert(
                secret, id: ids.1, account: person.account, name: "test", notifications: level, activities: activities,
                expiresAt: expiresAt, now: now)
        }
        return secret.text
    }

    /// Revokes a key.
    func revoke(_ key: String) throws {
        let now = store.now
        try store.write { sql, vault in
            let keys = IntegrationKeyTable(sql, vault)
            guard let found = try IntegrationSecret(key).flatMap({ try keys.find($0) }) else {
                throw TestFailure("no such key")
            }
            try keys.revoke(found, now: now)
        }
    }

    /// A new token of an account that is there.
    static func token(_ store: TestStore, _ account: String) throws -> String {
        let (token, now) = (AccountToken(random: SystemRandom()), store.now)
        try store.write { sql, vault in
            let people = PersonTable(sql, vault)
            guard let person = try people.find(named: account) else { throw TestFailure("no account") }
            try people.insert(token, account: person.account, now: now)
        }
        return token.text
    }

    // MARK: Requests

    /// Sends bytes as they are.
    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
        from address: IPAddress? = nil
    ) async throws -> PersonalAnswer {
        guard
            let head = HTTPRequestHead(
                method: method, target: target, headers: HTTPHeaders(headers), remoteAddress: address)
        else { throw TestFailure("\(target) is no target") }
        return try PersonalAnswer(await api.respond(to: HTTPRequest(head: head, body: body)))
    }

    /// The answer to a request without a token and a body, as it is.
    func raw(_ method: String, _ target: String) async throws -> HTTPResponse {
        guard let head = HTTPRequestHead(method: method, target: target) else {
            throw TestFailure("\(target) is no target")
        }
        return await api.respond(to: HTTPRequest(head: head))
    }

    /// Answers for the server, which has refused a request itself.
    func refusal(_ reason: HTTPRefusal) throws -> PersonalAnswer {
        guard let head = HTTPRequestHead(method: "POST", target: "/notifications") else {
            throw TestFailure("no target")
        }
        return try PersonalAnswer(api.refusal(reason, head: head))
    }

    /// Sends JSON text, or nothing, with the personal key unless another is given.
    func call(
        _ method: String, _ target: String, key: String? = nil, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> PersonalAnswer {
        var fields = [("Authorization", "Bearer \(key ?? self.key)")] + headers
        if json != nil { fields.append(("Content-Type", "application/json")) }
        return try await send(method, target, headers: fields, body: Array((json ?? "").utf8))
    }

    /// Sends a JSON object.
    func call(_ method: String, _ target: String, key: String? = nil, _ body: JSONObject) async throws
        -> PersonalAnswer
    {
        try await call(
            method, target, key: key, json: String(decoding: JSONValue.object(body).compact, as: UTF8.self))
    }

    /// Posts a plain notification with these members, of which null takes one out.
    func notify(_ more: JSONObject = [:], key: String? = nil) async throws -> PersonalAnswer {
        var body: JSONObject = ["title": "Title", "body": "Body"]
        for (name, value) in more { body[name] = value == "-" ? Optional.none : .some(value) }
        return try await call("POST", "/notifications", key: key, body)
    }

    // MARK: Devices

    /// Registers a device of the personal account.
    func register(_ token: String, _ more: JSONObject = [:]) async throws {
        var body: JSONObject = ["token": .string(token), "platform": "ios"]
        for (name, value) in more { body[name] = value }
        let answer = try await call("PUT", "/devices", key: self.token, body)
        guard answer.status == 201 else { throw TestFailure(answer.refusal) }
    }

    /// Gives the account's app credentials of Apple and Google.
    func setCredentials() throws {
        let (now, id, fcm) = (store.now, store.newID(), try TestKeys.fcm())
        try store.write { sql, vault in
            guard let person = try PersonTable(sql, vault).find(named: "home") else { throw TestFailure("no account") }
            let app = try PersonTable(sql, vault).app(of: person, newID: id, now: now)
            try PushAppTable(sql, vault).update(
                app, to: app.settings, PushAppCredentials(apns: TestKeys.apns(), fcm: fcm), now: now)
        }
    }

    /// Runs `body` beside an engine of its own whose pushes go to `providers`.
    func whileSending<Result>(
        through providers: any LaneOpener, _ body: () async throws -> Result
    ) async throws -> Result {
        // By a clock that stands, ends would wait for others for ever.
        var configuration = EngineConfiguration()
        configuration.recordDelay = .zero
        let engine = try DeliveryEngine(
            DeliveryEngine.Parts(
                database: store.database, vault: store.vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: store.time),
                    fcm: FCMTokenSource(transport: PlayedTokens(), time: store.time),
                    vapid: VAPIDTokenCache(time: store.time)),
                opener: providers, events: PushEndings(NoEvents(), calling: service.room), time: store.time,
                log: lines.log(store.time)), configuration: configuration)
        self.engine.withLock { $0 = engine }
        defer {
            self.engine.withLock { $0 = nil }
            // What a provider never answers would be waited for by a clock that stands.
            engine.stop(drain: .zero)
        }
        return try await body()
    }
}

/// Google's token service as tests play it.
private struct PlayedTokens: TokenTransport {
    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        ProviderAnswer(status: 200, body: Array(#"{"access_token":"token","expires_in":3600}"#.utf8))
    }
}
