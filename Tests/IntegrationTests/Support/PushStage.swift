// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxJSON
import WaxSimulator

/// A server that runs, Apple and Google simulated, and an app with credentials of both.
protocol PushStage: Sendable {
    var simulator: Simulator { get }
    /// The API with a live key.
    var api: APIClient { get }
    var appID: String { get }
}

extension PushStage {
    /// Registers a token and returns the device; `members` are added to the request or replace what is in it.
    @discardableResult
    func register(
        _ token: String, of app: SimulatedApp, user: String, key: String? = nil, adding members: JSONObject = [:]
    ) async throws -> JSONValue {
        var body: JSONObject = [
            "app_id": .string(appID), "token": .string(token), "user_id": .string(user),
            "platform": app == Stage.android ? "android" : "ios",
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
