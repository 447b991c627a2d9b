// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import WaxJSON
import WaxSimulator
import WaxSystem

/// A server, Apple and Google simulated, and an app with credentials of both.
final class Stage: Sendable {
    static let bundleID = "com.example.app"
    static let projectID = "example-project"
    static let iPhone = SimulatedApp.ios(bundleID: bundleID)
    static let android = SimulatedApp.android(projectID: projectID)

    let directory: TemporaryDirectory
    let simulator: Simulator
    /// A live key of the server.
    let key: String
    let appID: String
    let apnsKey: IssuedAPNsKey
    let serviceAccount: IssuedServiceAccount
    private let current: Locked<WaxwingProcess>

    /// - Parameters:
    ///   - settings: members of the push app, besides its name and its credentials.
    ///   - configuration: how the simulator behaves.
    init(
        app settings: JSONObject = [:], simulator configuration: SimulatorConfiguration = SimulatorConfiguration()
    ) async throws {
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"), configuration: configuration)
        apnsKey = simulator.issueAPNsKey(bundleID: Self.bundleID)
        serviceAccount = try simulator.issueServiceAccount(projectID: Self.projectID)
        let server = try await WaxwingProcess(
            data: directory.file("data"), environment: Self.environment(of: simulator))
        key = try await server.makeKey(mode: "live")
        let body = JSONObject([("name", "Stage")] + Self.credentials(apnsKey, serviceAccount) + settings.map { $0 })
        appID = try await APIClient(url: server.url, key: key).make("POST", "/v1/push/apps", body).string("id")
        current = Locked(server)
    }

    deinit { simulator.close() }

    /// The members of a push app that hold the credentials.
    static func credentials(
        _ apns: IssuedAPNsKey, _ account: IssuedServiceAccount
    ) -> [(String, JSONValue)] {
        [
            (
                "apns",
                [
                    "team_id": .string(apns.teamID), "bundle_id": .string(apns.bundleID),
                    "key_id": .string(apns.keyID), "private_key": .string(apns.privateKey),
                ]
            ),
            ("fcm", ["service_account": .string(account.json)]),
        ]
    }

    /// The server that runs now.
    var server: WaxwingProcess { current.withLock { $0 } }
    /// The API of the server that runs now.
    var api: APIClient { APIClient(url: server.url, key: key) }

    /// Starts the server again, on what the last one left.
    func start() async throws {
        let server = try await WaxwingProcess(
            data: directory.file("data"), environment: Self.environment(of: simulator))
        current.withLock { $0 = server }
    }

    /// Stops the server in good order, lets `body` do something to what it left, and starts it again.
    func whileStopped(_ body: () throws -> Void) async throws {
        try await server.stop()
        try body()
        try await start()
    }

    /// What the server needs to find the simulator. Limits of requests are for people, not for tests.
    private static func environment(of simulator: Simulator) -> [(name: String, value: String)] {
        simulator.environment + [("WAXWING_RATE_LIMITS", "off")]
    }
}

extension Stage {
    /// Registers a token and returns the device; `members` are added to the request or replace what is in it.
    @discardableResult
    func register(
        _ token: String, of app: SimulatedApp, user: String, key: String? = nil, adding members: JSONObject = [:]
    ) async throws -> JSONValue {
        var body: JSONObject = [
            "app_id": .string(appID), "token": .string(token), "user_id": .string(user),
            "platform": app == Self.android ? "android" : "ios",
        ]
        if let key { body["encryption_public_key"] = .string(key) }
        for (name, value) in members { body[name] = value }
        return try await api.make("PUT", "/v1/push/devices", body).body
    }

    /// Registers a phone, with its key unless that is not wanted, and returns the device.
    @discardableResult
    func register(_ phone: SimulatedPhone, user: String, withKey: Bool = true) async throws -> JSONValue {
        let key = withKey ? try phone.encryptionPublicKey().publicKey : nil
        return try await register(phone.token, of: phone.app, user: user, key: key)
    }

    /// A new phone of a user, registered.
    func phone(_ app: SimulatedApp, user: String, withKey: Bool = true) async throws -> SimulatedPhone {
        let phone = simulator.newPhone(for: app)
        try await register(phone, user: user, withKey: withKey)
        return phone
    }

    /// A push to one user.
    func push(to user: String, _ members: JSONObject) -> JSONObject {
        var push = members
        push["app_id"] = .string(appID)
        push["user_id"] = .string(user)
        return push
    }

    /// Sends a push to one user and waits until it is final.
    func send(to user: String, _ members: JSONObject) async throws -> APIClient.Answer {
        try await api.finished(try await api.send(push(to: user, members)))
    }

    /// The push requests that Apple and Google were given.
    var received: [ReceivedPush] { simulator.received }
}
