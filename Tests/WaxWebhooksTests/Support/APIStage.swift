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
import WaxWebhooks

/// The whole service in one process but for sockets in front: requests go to its handler, time is the machine's.
final class APIStage: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: JSONValue

        subscript(name: String) -> JSONValue? { body[name] }
        func string(_ name: String) throws -> String {
            guard let text = body[name]?.stringValue else {
                throw TestFailure("no \(name) in the answer, status \(status)")
            }
            return text
        }
    }

    private struct Nowhere: LaneOpener, TokenTransport {
        func open(
            _ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void
        ) throws -> any ProviderLane { throw TestFailure("no provider") }
        func post(form: [UInt8], to url: String) async throws -> ProviderAnswer { throw TestFailure("no provider") }
    }

    private let store: TestStore
    private let api: PushAPI
    private let engine: DeliveryEngine
    private let dispatcher: WebhookDispatcher
    private let fallbacks: FallbackSender
    private let keys: [String: String]

    init(policy: TargetPolicy = .any, gateway: FallbackGateway? = nil, webhookLimit: Int = 10) throws {
        store = try TestStore()
        let (database, vault) = (store.database, store.vault)
        var configuration = HTTPClient.Configuration()
        configuration.policy = policy
        let time = SystemTime()
        let parts = WebhookDispatcher.Parts(
            database: database, vault: vault, client: HTTPClient(configuration: configuration), log: .silent)
        let (dispatcher, fallbacks) = (WebhookDispatcher(parts), FallbackSender(parts, gateway: gateway))
        self.dispatcher = dispatcher
        self.fallbacks = fallbacks
        let outbox = EventOutbox(vault: vault) { dispatcher.wake() }
        let engine = try DeliveryEngine(
            DeliveryEngine.Parts(
                database: database, vault: vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: time), fcm: FCMTokenSource(transport: Nowhere(), time: time),
                    vapid: VAPIDTokenCache(time: time)),
                opener: Nowhere(), events: outbox, onFallback: { fallbacks.wake() }, log: .silent))
        self.engine = engine
        var options = WebhookOptions()
        options.policy = policy
        options.limit = webhookLimit
        options.wake = { dispatcher.wake() }
        api = PushAPI(
            PushService(
                database: database, vault: vault, tokenHosts: [], log: .silent, events: outbox, webhooks: options,
                hasFallbackGateway: gateway != nil, wakeEngine: { engine.wake() }))
        keys = try Self.makeKeys(database, vault, time.now())
    }

    /// One key for each mode, one that may only read webhooks, and one of another account.
    private static func makeKeys(_ database: Database, _ vault: Vault, _ now: Timestamp) throws -> [String: String] {
        try database.writeAndWait { sql in
            let table = APIKeyTable(sql, vault)
            let readOnly = Permissions(granted: [.webhooks: [.read]], defaultDeny: true)
            var keys: [String: String] = [:]
            for (name, account, mode, permissions) in [
                ("test", "default", Mode.test, Permissions.full), ("live", "default", .live, .full),
                ("reader", "default", .test, readOnly), ("stranger", "other", .test, .full),
            ] {
                let secret = APIKeySecret(mode: mode, random: SystemRandom())
                try table.insert(
                    secret, id: ULID(time: now, random: SystemRandom()),
                    account: try table.account(named: account, now: now), label: nil, permissions: permissions, now: now
                )
                keys[name] = secret.text
            }
            return keys
        }
    }

    var database: Database { store.database }
    var now: Timestamp { SystemTime().now() }

    /// Stops all threads.
    func stop() async throws {
        await inBackground { [self] in
            engine.stop()
            fallbacks.stop()
            dispatcher.stop()
            store.close()
        }
    }

    /// Runs `body` with a stage, and stops it.
    static func with(
        policy: TargetPolicy = .any, gateway: FallbackGateway? = nil, webhookLimit: Int = 10,
        _ body: (APIStage) async throws -> Void
    ) async throws {
        let stage = try APIStage(policy: policy, gateway: gateway, webhookLimit: webhookLimit)
        do {
            try await body(stage)
        } catch {
            try await stage.stop()
            throw error
        }
        try await stage.stop()
    }

    @discardableResult
    func call(
        _ method: String, _ target: String, _ body: JSONObject? = nil, as key: String = "test"
    ) async throws -> Answer {
        var headers = HTTPHeaders([("Authorization", "Bearer \(keys[key] ?? "")")])
        if body != nil { headers.add("Content-Type", "application/json") }
        guard let head = HTTPRequestHead(method: method, target: target, headers: headers) else {
            throw TestFailure("no target")
        }
        let bytes = body.map { JSONValue.object($0).compact } ?? []
        let response = await api.respond(to: HTTPRequest(head: head, body: bytes))
        let value = response.body.isEmpty ? JSONValue.null : try JSONReader.parse(response.body)
        return Answer(status: response.status, body: value)
    }

    func addApp(as key: String = "test") async throws -> String {
        try await call("POST", "/v1/push/apps", ["name": "Test"], as: key).string("id")
    }

    func addDevice(_ app: String, _ token: String, user: String = "user_1") async throws -> String {
        try await call(
            "PUT", "/v1/push/devices",
            ["app_id": .string(app), "token": .string(token), "platform": "ios", "user_id": .string(user)]
        ).string("id")
    }

    /// Asks for a push until it is final.
    func finished(_ id: String, as key: String = "test") async throws -> Answer {
        try await answer("GET", "/v1/push/\(id)", as: key) {
            ["sent", "failed"].contains($0["status"]?.stringValue ?? "")
        }
    }

    /// Asks until the answer is as wanted.
    func answer(
        _ method: String, _ target: String, as key: String = "test", until isDone: (Answer) -> Bool
    ) async throws -> Answer {
        let deadline = SystemTime().uptime() + .seconds(120)
        while SystemTime().uptime() < deadline {
            let answer = try await call(method, target, as: key)
            if isDone(answer) { return answer }
            await inBackground { WakeFlag().wait(for: .milliseconds(2)) }
        }
        throw TestFailure("\(target) does not come to what is waited for")
    }
}
