// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxDelivery
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem

/// The push API without a socket, over a store of the test's own. Two keys of one account are there, one of each mode.
final class PushAPIRig: Sendable {
    let store: TestStore
    let lines = LogLines()
    let liveKey: String
    let testKey: String
    private let api: PushAPI
    private let wakes = Locked(0)

    /// A delivery costs `priceCents`.
    convenience init(priceCents: Int64 = 0) throws {
        let store = try TestStore()
        try self.init(
            store, liveKey: Self.key(store, .live), testKey: Self.key(store, .test), priceCents: priceCents)
    }

    /// Another process on the same store, in effect: it shares nothing but the files and the clock.
    convenience init(sharing rig: PushAPIRig) throws {
        try self.init(
            TestStore(in: rig.store.directory, time: rig.store.time), liveKey: rig.liveKey, testKey: rig.testKey)
    }

    private init(_ store: TestStore, liveKey: String, testKey: String, priceCents: Int64 = 0) throws {
        (self.store, self.liveKey, self.testKey) = (store, liveKey, testKey)
        let wakes = wakes
        api = PushAPI(
            PushService(
                database: store.database, vault: store.vault,
                tokenHosts: [HostRule("oauth2.googleapis.com")].compactMap { $0 }, time: store.time,
                log: lines.log(store.time), priceCents: priceCents,
                wakeEngine: { wakes.withLock { $0 += 1 } }))
    }

    /// How often the engine was told that there is something to send.
    var wakeCount: Int { wakes.withLock { $0 } }

    /// A key of an account, with these permissions.
    func key(
        _ mode: Mode, account: String = "default", _ permissions: Permissions = .full
    ) throws -> String {
        try Self.key(store, mode, account: account, permissions)
    }

    private static func key(
        _ store: TestStore, _ mode: Mode, account: String = "default", _ permissions: Permissions = .full
    ) throws -> String {
        let secret = APIKeySecret(mode: mode, random: SystemRandom())
        let (id, now, owner) = (store.newID(), store.now, try store.owner(account, mode))
        try store.write { sql, vault in
            try APIKeyTable(sql, vault).insert(
                secret, id: id, account: owner.account, label: nil, permissions: permissions, now: now)
        }
        return secret.text
    }

    // MARK: Requests

    /// Sends bytes as they are.
    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) async throws -> APIAnswer {
        guard let head = HTTPRequestHead(method: method, target: target, headers: HTTPHeaders(headers)) else {
            throw TestFailure("\(target) is no target")
        }
        return try APIAnswer(await api.respond(to: HTTPRequest(head: head, body: body)))
    }

    /// The answer to a request without a body as it is, with a test key.
    func raw(_ method: String, _ target: String) async throws -> HTTPResponse {
        let headers = HTTPHeaders([("Authorization", "Bearer \(testKey)")])
        guard let head = HTTPRequestHead(method: method, target: target, headers: headers) else {
            throw TestFailure("\(target) is no target")
        }
        return await api.respond(to: HTTPRequest(head: head))
    }

    /// Sends JSON text, or nothing, with a test key unless another is given.
    func call(
        _ method: String, _ target: String, key: String? = nil, json: String? = nil, headers: [(String, String)] = []
    ) async throws -> APIAnswer {
        var fields = [("Authorization", "Bearer \(key ?? testKey)")] + headers
        if json != nil { fields.append(("Content-Type", "application/json")) }
        return try await send(method, target, headers: fields, body: Array((json ?? "").utf8))
    }

    /// Sends a JSON object.
    func call(
        _ method: String, _ target: String, key: String? = nil, _ body: JSONObject, headers: [(String, String)] = []
    ) async throws -> APIAnswer {
        try await call(method, target, key: key, json: JSONValue.object(body).text, headers: headers)
    }

    /// Answers for the server, which has refused a request itself.
    func refusal(_ reason: HTTPRefusal) throws -> APIAnswer {
        guard let head = HTTPRequestHead(method: "POST", target: "/v1/push") else { throw TestFailure("no target") }
        return try APIAnswer(api.refusal(reason, head: head))
    }

    // MARK: Objects

    /// Makes a push app and returns its id.
    func makeApp(key: String? = nil, _ more: JSONObject = [:]) async throws -> String {
        let body: JSONObject = ["name": "Test"]
        return try (await call("POST", "/v1/push/apps", key: key, body.changed(more))).id(201)
    }

    /// Registers a device and returns its id.
    func makeDevice(
        _ app: String, key: String? = nil, token: String = "test_accept", platform: String = "ios",
        _ more: JSONObject = [:]
    ) async throws -> String {
        let body: JSONObject = ["app_id": .string(app), "token": .string(token), "platform": .string(platform)]
        return try (await call("PUT", "/v1/push/devices", key: key, body.changed(more))).id(201)
    }

    /// Posts a push with a title to all devices of an app, unless `more` says otherwise.
    func push(_ app: String, key: String? = nil, _ more: JSONObject = [:]) async throws -> APIAnswer {
        let body: JSONObject = ["app_id": .string(app), "title": "x", "all_devices": true]
        return try await call("POST", "/v1/push", key: key, body.changed(more))
    }

    /// A time so far from now, as requests and answers have it.
    func time(in span: Duration) -> JSONValue { .string((store.now + span).rfc3339) }

    /// Sends what was accepted until so many pushes have ended since the rig was made, on an engine of its own that is
    /// stopped again. Without `providers` there must be pushes of test keys alone.
    func deliver(
        _ pushes: Int, through providers: any LaneOpener = NoProviders(),
        meanwhile body: () async throws -> Void = {}
    ) async throws {
        let engine = try DeliveryEngine(
            DeliveryEngine.Parts(
                database: store.database, vault: store.vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: store.time),
                    fcm: FCMTokenSource(transport: NoTokens(), time: store.time),
                    vapid: VAPIDTokenCache(time: store.time)),
                opener: providers, time: store.time, log: lines.log(store.time)))
        defer { engine.stop() }
        try await body()
        try await lines.wait(for: "settled", count: pushes)
    }
}

/// Test mode asks nobody for a token.
private struct NoTokens: TokenTransport {
    func post(form: [UInt8], to url: String) async throws -> ProviderAnswer {
        throw TestFailure("a token was asked for")
    }
}

/// Test mode connects to nobody.
struct NoProviders: LaneOpener {
    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) throws -> any ProviderLane {
        throw TestFailure("a connection was opened")
    }
}
