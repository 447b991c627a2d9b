// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

/// A server that has been given something of everything that it must keep secret.
final class SecretStage: Sendable {
    /// A user with iPhones, Android phones and browsers, of each kind one with a key and one without.
    static let user = "user"

    let directory: TemporaryDirectory
    let server: WaxwingProcess
    let live: APIClient
    let test: APIClient
    let liveApp: String
    let testApp: String
    /// All that is secret before the first push.
    let secrets: [Secret]
    private let simulator: Simulator
    /// Takes every other text.
    private let gateway: Receiver
    /// Fails, so that what it is to be told stays in the store.
    private let endpoint: Receiver

    init() async throws {
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"))
        gateway = try Receiver { _, count in .empty(status: count.isMultiple(of: 2) ? 200 : 503) }
        endpoint = try Receiver(503)
        let gatewaySecret = "whsec_" + Data(SystemRandom().bytes(32)).base64EncodedString()
        server = try await WaxwingProcess(
            data: directory.file("data"),
            environment: simulator.environment + [
                ("WAXWING_RATE_LIMITS", "off"), ("WAXWING_ALLOW_PRIVATE_TARGETS", "yes"),
                ("WAXWING_FALLBACK_URL", gateway.url), ("WAXWING_FALLBACK_SECRET", gatewaySecret),
            ])
        live = APIClient(url: server.url, key: try await server.makeKey(mode: "live"))
        test = APIClient(url: server.url, key: try await server.makeKey(mode: "test"))

        let apns = simulator.issueAPNsKey(bundleID: Stage.bundleID)
        let account = try simulator.issueServiceAccount(projectID: Stage.projectID)
        let made = try await live.make(
            "POST", "/v1/push/apps",
            JSONObject(
                [("name", "App"), ("web_push", ["subject": "mailto:push@example.com"])]
                    + Stage.credentials(apns, account)))
        liveApp = try made.string("id")
        testApp = try await test.make("POST", "/v1/push/apps", ["name": "Test"]).string("id")
        var secrets = [Secret("live key", live.key), Secret("test key", test.key)]
        secrets += Self.privateKey("APNs key", apns.privateKey) + (try Self.privateKey(of: account))
        secrets.append(Secret("gateway's secret", gatewaySecret))
        secrets += try await Self.webhooks(live, endpoint.url) + Self.webhooks(test, endpoint.url)
        secrets += try await Self.client(live)
        secrets += try await Self.devices(live, liveApp, simulator)
        let serverKey = try #require(made["web_push"]?["public_key"]?.stringValue)
        secrets += try await Self.browsers(live, liveApp, simulator, serverKey)
        try await test.make(
            "PUT", "/v1/push/devices",
            ["app_id": .string(testApp), "platform": "ios", "token": "test_accept", "user_id": .string(Self.user)])
        self.secrets = secrets
    }

    deinit { simulator.close() }

    /// The lines of a PEM text, of which the first and the last are no secret, and what they stand for.
    private static func privateKey(_ name: String, _ pem: String) -> [Secret] {
        let lines = pem.split(separator: "\n").dropFirst().dropLast()
        // Whole groups of base64; the beginning of the bytes is the same in all keys.
        let bytes = lines.compactMap { Data(base64Encoded: String($0)) }.flatMap(Array.init)
        return lines.filter { $0.utf8.count >= 16 }.enumerated().map { Secret("\(name), line \($0)", String($1)) } + [
            Secret("\(name) in binary", bytes: Array(bytes.suffix(32))), Secret(name, pem),
        ]
    }

    private static func privateKey(of account: IssuedServiceAccount) throws -> [Secret] {
        guard let pem = try JSONReader.parse(Array(account.json.utf8))["private_key"]?.stringValue else {
            throw TestFailure("no private key in a service account")
        }
        return privateKey("FCM key", pem)
    }

    /// A webhook of which the secret is changed, and one that goes.
    private static func webhooks(_ api: APIClient, _ url: String) async throws -> [Secret] {
        let body: JSONObject = ["url": .string(url), "events": ["push.sent", "push.failed", "push_delivery.failed"]]
        let kept = try await api.make("POST", "/v1/webhooks", body)
        let rotated = try await api.make("POST", "/v1/webhooks/\(try kept.string("id"))/rotate-secret", [:])
        let deleted = try await api.make("POST", "/v1/webhooks", body)
        let answer = try await api.call("DELETE", "/v1/webhooks/\(try deleted.string("id"))")
        guard answer.status == 204 else { throw TestFailure("a webhook cannot be deleted") }
        return try [kept, rotated, deleted].map { try $0.string("secret") }.flatMap { text in
            [Secret("webhook's secret", text)]
                + (Data(base64Encoded: String(text.dropFirst("whsec_".count))).map {
                    [Secret("webhook's secret in binary", bytes: Array($0))]
                } ?? [])
        }
    }

    /// An OAuth client, and an access token of it.
    private static func client(_ api: APIClient) async throws -> [Secret] {
        let client = try await api.make("POST", "/v1/oauth/clients", ["scopes": ["push:send"]])
        let (id, secret) = (try client.string("id"), try client.string("client_secret"))
        var request = HTTPClientRequest(
            method: "POST", url: api.url + "/v1/oauth/token",
            body: Array("grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)".utf8))
        request.headers.add("Content-Type", "application/x-www-form-urlencoded")
        let answer = try await HTTPClient().send(request)
        guard let token = try JSONReader.parse(answer.body)["access_token"]?.stringValue else {
            throw TestFailure("no access token: \(answer.status)")
        }
        return [Secret("client's secret", secret), Secret("access token", token)]
    }

    private static func devices(_ api: APIClient, _ app: String, _ simulator: Simulator) async throws -> [Secret] {
        var secrets: [Secret] = []
        for (number, kind) in [Stage.iPhone, Stage.iPhone, Stage.android, Stage.android].enumerated() {
            let phone = simulator.newPhone(for: kind)
            var body: JSONObject = [
                "app_id": .string(app), "token": .string(phone.token), "user_id": .string(user),
                "platform": kind == Stage.android ? "android" : "ios",
            ]
            if number.isMultiple(of: 2) {
                body["encryption_public_key"] = .string(try phone.encryptionPublicKey().publicKey)
            }
            try await api.make("PUT", "/v1/push/devices", body)
            secrets.append(Secret("token \(number)", phone.token))
            if kind == Stage.iPhone {
                secrets.append(Secret("token \(number) in binary", bytes: hexBytes(phone.token)))
            }
        }
        return secrets
    }

    /// Of a browser both what its push service is found by and what opens its messages are secret.
    private static func browsers(
        _ api: APIClient, _ app: String, _ simulator: Simulator, _ serverKey: String
    ) async throws -> [Secret] {
        var secrets: [Secret] = []
        for hasKey in [true, false] {
            let browser = simulator.newPhone(for: .web(applicationServerKey: serverKey))
            let subscription = try #require(browser.subscription)
            var body: JSONObject = [
                "app_id": .string(app), "platform": "web", "user_id": .string(user),
                "token": [
                    "endpoint": .string(subscription.endpoint), "p256dh": .string(subscription.p256dh),
                    "auth": .string(subscription.auth),
                ],
            ]
            if hasKey { body["encryption_public_key"] = .string(try browser.encryptionPublicKey().publicKey) }
            try await api.make("PUT", "/v1/push/devices", body)
            let name = hasKey ? "browser with a key" : "browser"
            secrets += [
                Secret("token of a \(name)", browser.token), Secret("auth of a \(name)", subscription.auth),
                Secret("p256dh of a \(name)", subscription.p256dh),
            ]
            for (part, text) in [("auth", subscription.auth), ("p256dh", subscription.p256dh)] {
                let bytes = try #require(Base64URL.decode(text))
                secrets.append(Secret("\(part) of a \(name) in binary", bytes: bytes))
            }
        }
        return secrets
    }

    private static func hexBytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
