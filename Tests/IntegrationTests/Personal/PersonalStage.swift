// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import WaxJSON
import WaxSimulator

/// A server with one personal account that was made on the command line, and Apple and Google simulated.
final class PersonalStage: Sendable {
    let directory: TemporaryDirectory
    let simulator: Simulator
    let server: WaxwingProcess
    /// What sends.
    let sender: APIClient
    /// What the account's own app does.
    let app: APIClient
    /// All that was made and is secret.
    let secrets: [Secret]

    init(options: [String] = []) async throws {
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"))
        let environment = simulator.environment
        server = try await WaxwingProcess(data: directory.file("data"), options: options, environment: environment)
        let data = server.data
        func run(_ arguments: [String]) async throws -> String {
            let result = try await WaxwingProcess.run(arguments + ["--data", data], environment: environment)
            guard result.end == .exited(0) else { throw TestFailure("\(arguments): \(result.errors)") }
            return result.output.trimmingCharacters(in: .newlines)
        }
        let key = try await server.makePersonalKey(account: "home")
        let token = try await run(["accounts", "token", "home"])
        let apns = simulator.issueAPNsKey(bundleID: Stage.bundleID)
        let (p8, json) = (directory.file("key.p8"), directory.file("account.json"))
        try apns.privateKey.write(toFile: p8, atomically: true, encoding: .utf8)
        let account = try simulator.issueServiceAccount(projectID: Stage.projectID)
        try account.json.write(toFile: json, atomically: true, encoding: .utf8)
        _ = try await run([
            "accounts", "app", "home", "--apns-key", p8, "--apns-key-id", apns.keyID, "--apns-team-id", apns.teamID,
            "--apns-bundle-id", apns.bundleID, "--fcm-service-account", json,
        ])
        sender = APIClient(url: server.url, key: key)
        app = APIClient(url: server.url, key: token)
        secrets = [Secret("integration key", key), Secret("account token", token)]
    }

    deinit { simulator.close() }

    /// A new key of another account, which is made when it is new.
    func key(account: String) async throws -> APIClient {
        APIClient(url: server.url, key: try await server.makePersonalKey(account: account))
    }

    /// A new phone of the account, with a key of its own unless that is not wanted.
    func phone(_ kind: SimulatedApp, withKey: Bool) async throws -> SimulatedPhone {
        let phone = simulator.newPhone(for: kind)
        var body: JSONObject = [
            "token": .string(phone.token), "platform": kind == Stage.android ? "android" : "ios",
        ]
        if withKey { body["encryption_public_key"] = .string(try phone.encryptionPublicKey().publicKey) }
        try await app.make("PUT", "/devices", body)
        return phone
    }
}
