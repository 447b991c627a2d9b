// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import WaxJSON
import WaxSimulator
import WaxSystem

/// A server, Apple and Google simulated, and an app with credentials of both.
final class Stage: PushStage {
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
    private let options: [String]
    private let current: Locked<WaxwingProcess>

    /// - Parameters:
    ///   - settings: members of the push app, besides its name and its credentials.
    ///   - configuration: how the simulator behaves.
    ///   - options: further arguments of the server.
    init(
        app settings: JSONObject = [:], simulator configuration: SimulatorConfiguration = SimulatorConfiguration(),
        options: [String] = []
    ) async throws {
        self.options = options
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"), configuration: configuration)
        apnsKey = simulator.issueAPNsKey(bundleID: Self.bundleID)
        serviceAccount = try simulator.issueServiceAccount(projectID: Self.projectID)
        let server = try await WaxwingProcess(
            data: directory.file("data"), options: options, environment: Self.environment(of: simulator))
        key = try await server.makeKey(mode: "live")
        let body = Self.app(apnsKey, serviceAccount, settings)
        appID = try await APIClient(url: server.url, key: key).make("POST", "/v1/push/apps", body).string("id")
        current = Locked(server)
    }

    deinit { simulator.close() }

    /// A push app with credentials and `settings`.
    static func app(
        _ apns: IssuedAPNsKey, _ account: IssuedServiceAccount, _ settings: JSONObject
    ) -> JSONObject {
        JSONObject([("name", "Stage")] + credentials(apns, account) + settings.map { $0 })
    }

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
            data: directory.file("data"), options: options, environment: Self.environment(of: simulator))
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
