// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import WaxJSON

/// What a developer with a test key has: an app without credentials, and devices by the tokens of test mode.
struct TestWorld: Sendable {
    let stage: ClockedStage
    let api: APIClient
    let appID: String

    init(_ stage: ClockedStage, app settings: JSONObject = [:]) async throws {
        self.stage = stage
        api = try await stage.testAPI()
        let app = try await api.make("POST", "/v1/push/apps", JSONObject([("name", "App")] + settings.map { $0 }))
        appID = try app.string("id")
    }

    /// Registers a device with the documented key.
    @discardableResult
    func device(
        _ token: String, platform: String = "ios", adding members: JSONObject = [:]
    ) async throws -> JSONValue {
        var body: JSONObject = [
            "app_id": .string(appID), "token": .string(token), "platform": .string(platform), "user_id": "user_1042",
            "encryption_public_key": .string(SeedVector.publicKey),
        ]
        for (name, value) in members { body[name] = value }
        return try await api.make("PUT", "/v1/push/devices", body).body
    }

    /// Sends a push to all devices and waits for its end.
    func send(_ push: JSONObject, to user: String = "user_1042") async throws -> APIClient.Answer {
        try await api.finished(try await api.send(addressed(push, to: user)))
    }

    /// The same, and moves the clock on as long as it takes; its id.
    ///
    /// A push to somebody else that has ended shows each time that the server has taken notice of the new time.
    func sendThroughTime(_ push: JSONObject) async throws -> String {
        try await device("test_accept-clock", adding: ["user_id": "clock"])
        let id = try await api.send(addressed(push, to: "user_1042"))
        while !["sent", "failed"].contains(try await api.get("/v1/push/\(id)").string("status")) {
            stage.advance(by: .seconds(1))
            _ = try await send(["title": "Tick"], to: "clock")
        }
        return id
    }

    private func addressed(_ push: JSONObject, to user: String) -> JSONObject {
        var push = push
        push["app_id"] = .string(appID)
        push["user_id"] = .string(user)
        return push
    }
}
