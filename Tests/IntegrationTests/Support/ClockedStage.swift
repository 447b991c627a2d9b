// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxPushAPI
import WaxServer
import WaxSimulator
import WaxSystem
import WaxWebhooks

/// A server in this process whose clock, and that of Apple and Google, stands until the test moves it.
final class ClockedStage: PushStage {
    /// What a delivery counts for in the ledger.
    static let priceCents: Int64 = 3

    let directory: TemporaryDirectory
    let time = ManualTime()
    let simulator: Simulator
    let server: Server
    let api: APIClient
    let appID: String
    /// What takes fallback texts, if anything does.
    let gateway: Receiver?

    private let apnsKey: IssuedAPNsKey
    private let serviceAccount: IssuedServiceAccount

    /// - Parameters:
    ///   - settings: members of the push app, besides its name and its credentials.
    ///   - gateway: takes fallback texts.
    init(app settings: JSONObject = [:], gateway: Receiver? = nil) async throws {
        self.gateway = gateway
        directory = try TemporaryDirectory()
        let simulator = try Simulator(directory: directory.file("simulator"), time: time)
        self.simulator = simulator
        apnsKey = simulator.issueAPNsKey(bundleID: Stage.bundleID)
        serviceAccount = try simulator.issueServiceAccount(projectID: Stage.projectID)
        let environment = Dictionary(uniqueKeysWithValues: simulator.environment.map { ($0.name, $0.value) })
        var outgoing = OutgoingSettings()
        outgoing.policy = .any
        outgoing.fallback = gateway.map { FallbackGateway(url: $0.url, secret: WebhookSecret(random: SystemRandom())) }
        server = try Server(
            ServerSettings(
                dataDirectory: directory.file("data"), masterKey: .besideData, http: HTTPServer.Configuration.patient,
                priceCents: Self.priceCents, endpoints: ProviderEndpoints(settings: environment),
                rateLimits: .unlimited, outgoing: outgoing),
            time: time, log: .silent)
        let key = try await WaxwingProcess.makeKey(mode: "live", data: directory.file("data"))
        api = APIClient(url: "http://127.0.0.1:\(server.port)", key: key)
        appID = try await api.make(
            "POST", "/v1/push/apps", Stage.app(apnsKey, serviceAccount, settings)
        ).string("id")
    }

    deinit { simulator.close() }

    /// Stops the server; what it has under way ends first.
    func stop() async { await server.stop() }

    /// Moves the clock forward, and the server to what is due then.
    func advance(by span: Duration) {
        time.advance(by: span)
        server.wake()
    }
}

extension ClockedStage {
    /// Another push app with the same credentials; its id.
    func addApp(_ settings: JSONObject) async throws -> String {
        try await api.make("POST", "/v1/push/apps", Stage.app(apnsKey, serviceAccount, settings)).string("id")
    }

    /// The API with a test key.
    func testAPI() async throws -> APIClient {
        APIClient(url: api.url, key: try await WaxwingProcess.makeKey(mode: "test", data: directory.file("data")))
    }

    /// The API with a live key that may do no more than this, such as `["push_devices": "w"]`.
    func api(permitting permissions: JSONObject) async throws -> APIClient {
        let key = try await api.make("POST", "/v1/api-keys", ["permissions": .object(permissions)]).string("key")
        return APIClient(url: api.url, key: key)
    }

    /// The API with an access token of an OAuth client that has this scope.
    func api(scope: String) async throws -> APIClient {
        let client = try await api.make("POST", "/v1/oauth/clients", ["scopes": [.string(scope)]])
        var request = HTTPClientRequest(method: "POST", url: "\(api.url)/v1/oauth/token")
        request.headers.add("Content-Type", "application/x-www-form-urlencoded")
        let (id, secret) = (try client.string("id"), try client.string("client_secret"))
        request.body = Array("grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)".utf8)
        let answer = try await HTTPClient().send(request)
        guard let token = try JSONReader.parse(answer.body)["access_token"]?.stringValue else {
            throw TestFailure("no token: \(answer.status)")
        }
        return APIClient(url: api.url, key: token)
    }

    /// Changes the push app.
    func change(_ settings: JSONObject) async throws {
        try await api.make("PATCH", "/v1/push/apps/\(appID)", settings)
    }

    /// Accepts a push to one user that is due after `span`; its id.
    func schedule(_ members: JSONObject, to user: String = "user", after span: Duration) async throws -> String {
        var push = push(to: user, members)
        push["scheduled_at"] = .string((time.now() + span).rfc3339)
        return try await api.send(push)
    }
}
