// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxCommands
import WaxHTTP
import WaxJSON
import WaxSimulator

/// What an app's backend does: makes the push app, registers devices, sends.
struct DemoClient {
    let url: String
    let key: String
    private let client = HTTPClient()

    init(url: String, key: String) {
        self.url = url
        self.key = key
    }

    /// Makes a push app with both credentials, and returns its id.
    func makeApp(_ apns: IssuedAPNsKey, _ fcm: IssuedServiceAccount) async throws -> String {
        let app = try await call(
            "POST", "/v1/push/apps",
            [
                "name": "Demo", "require_encryption": true,
                "apns": [
                    "team_id": .string(apns.teamID), "bundle_id": .string(apns.bundleID), "key_id": .string(apns.keyID),
                    "private_key": .string(apns.privateKey),
                ],
                "fcm": ["service_account": .string(fcm.json)],
            ])
        return try id(of: app)
    }

    /// Registers a phone with its key for a person.
    func register(_ phone: SimulatedPhone, appID: String, userID: String) async throws {
        let platform =
            switch phone.app {
            case .ios: "ios"
            case .android: "android"
            case .web: "web"
            }
        _ = try await call(
            "PUT", "/v1/push/devices",
            [
                "app_id": .string(appID), "platform": .string(platform), "token": .string(phone.token),
                "user_id": .string(userID),
                "encryption_public_key": .string(try phone.encryptionPublicKey().publicKey),
            ])
    }

    /// Sends a push, and returns its id.
    func send(_ body: JSONValue) async throws -> String { try id(of: await call("POST", "/v1/push", body)) }

    /// What the server says of a push's deliveries that were not sent.
    func failures(of pushID: String) async throws -> [String] {
        let deliveries = try await call("GET", "/v1/push/\(pushID)/deliveries", nil)["data"]?.arrayValue ?? []
        return deliveries.filter { $0["status"] != "sent" }.map { delivery in
            ["platform", "status", "error_code", "provider_status", "provider_reason"].compactMap { name in
                guard let value = delivery[name], !value.isNull else { return nil }
                return "\(name) \(value.stringValue ?? String(decoding: value.compact, as: UTF8.self))"
            }.joined(separator: ", ")
        }
    }

    private func id(of object: JSONValue) throws -> String {
        guard let id = object["id"]?.stringValue else { throw CommandFailure("the server's answer has no id") }
        return id
    }

    private func call(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        var request = HTTPClientRequest(method: method, url: url + path)
        request.headers.add("Authorization", "Bearer \(key)")
        if let body {
            request.headers.add("Content-Type", "application/json")
            request.body = body.compact
        }
        let response = try await client.send(request)
        let json = (try? JSONReader.parse(response.body)) ?? .null
        guard (200..<300).contains(response.status) else {
            let code = json["code"]?.stringValue ?? "no code"
            throw CommandFailure("the server answered \(response.status) to \(method) \(path): \(code)")
        }
        return json
    }
}
