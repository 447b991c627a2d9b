// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxSimulator
import WaxSystem

@testable import WaxRelay

/// The relay against the simulator's Apple, Google and browsers, over real sockets.
@Suite(.timeLimit(.minutes(2))) struct ProviderSenderTests {
    private static let bundleID = "com.example.chat"
    private static let project = "relay-tests"
    private let directory: TemporaryDirectory
    private let simulator: Simulator
    private let relay: Relay
    private let secrets: RelaySecrets
    private let key: RelayPublicKey
    private let vapid = P256.Signing.PrivateKey()
    private let hour = UInt32(SystemTime().now().seconds / 3600)
    private let wakeKey = [UInt8](repeating: 3, count: 16)

    init() throws {
        directory = try TemporaryDirectory()
        simulator = try Simulator(directory: directory.file("simulator"))
        let keys = RelayKeyDirectory(directory.file("keys"))
        _ = try RelayKeyCommands(keys).initialize(relay: "push.example", hour: hour)
        let (plan, secrets) = (try keys.plan(), try keys.secrets())
        key = try #require(plan?.active(hour: hour)).key
        self.secrets = try #require(secrets)
        let apple = simulator.issueAPNsKey(bundleID: Self.bundleID)
        let google = try simulator.issueServiceAccount(projectID: Self.project)
        let configuration: JSONValue = [
            "apps": [
                "chat": [
                    "apns": [
                        "team_id": .string(apple.teamID), "bundle_id": .string(apple.bundleID),
                        "key_id": .string(apple.keyID), "private_key": .string(apple.privateKey),
                    ], "fcm": try JSONReader.parse(google.json),
                    "web_push": [
                        "subject": "mailto:push@example.org", "private_key": .string(vapid.pemRepresentation),
                    ],
                ]
            ]
        ]
        var settings = Relay.Settings(
            host: "push.example", configuration: try RelayConfiguration(configuration.compact), keys: keys,
            stateDirectory: directory.file("state"),
            endpoints: try ProviderEndpoints(
                settings: Dictionary(uniqueKeysWithValues: simulator.environment.map { ($0.name, $0.value) })))
        settings.targets = .any
        relay = try Relay(settings, listens: false, log: .silent)
    }

    private func wake(_ address: PushAddress, _ kind: String) async throws -> HTTPResponse {
        let expires = hour + 2000
        let content = SealedTokenContent(
            address: address, app: "chat", policy: .visibleFallback, issued: hour, expires: hour + 100,
            reference: TestDevice.reference(9), revocationTag: [UInt8](repeating: 0, count: 16), wakeKey: wakeKey,
            ticket: secrets.ticket(of: address.ticketMessage(app: "chat", expires: expires)), ticketExpires: expires)
        let token = try SealedToken.seal(content, to: key)
        let body: JSONValue = [
            "v": 1, "nonce": .string(Base64URL.encode(SystemRandom().bytes(16))), "class": .string(kind),
            "tokens": [.string(token.text)],
        ]
        let head = try #require(
            HTTPRequestHead(
                method: "POST", target: "/v1/sealed/wake", headers: HTTPHeaders([("Content-Type", "application/json")]))
        )
        return await relay.handler.respond(to: HTTPRequest(head: head, body: body.compact))
    }

    private func received(_ count: Int) async throws -> ReceivedPush {
        let pushes = await simulator.received(atLeast: count, within: .seconds(30))
        return try #require(pushes?.last)
    }

    private func references(_ text: String?) throws -> [[UInt8]] {
        let sealed = try #require(text.flatMap { Base64URL.decode($0) })
        return try #require(WakeMessage(opening: sealed, with: SymmetricKey(data: wakeKey))).references
    }

    @Test(arguments: [SimulatedApp.Environment.production, .sandbox])
    func apple(environment: SimulatedApp.Environment) async throws {
        let token = simulator.newDevice(for: .ios(bundleID: Self.bundleID, environment: environment))
        let address = PushAddress.apns(
            token: try #require(Hexadecimal.decode(Array(token.utf8))), isSandbox: environment == .sandbox)
        _ = try await wake(address, "silent")
        let silent = try await received(1)
        #expect(silent.wasDelivered && silent.path == "/3/device/\(token)", "\(silent.reason ?? "")")
        #expect(silent.header("apns-push-type") == "background" && silent.header("apns-priority") == "5")
        #expect(silent.header("apns-collapse-id") == "wake")
        let body = try JSONReader.parse(silent.body)
        #expect(body["aps"] == ["content-available": 1])
        #expect(try references(body["wake"]?.stringValue) == [TestDevice.reference(9)])
        _ = try await wake(address, "alert")
        let visible = try await received(2)
        #expect(visible.wasDelivered && visible.header("apns-push-type") == "alert")
        #expect(visible.header("apns-priority") == "10")
        #expect(try JSONReader.parse(visible.body)["aps"] == ["alert": ["body": "New activity"], "mutable-content": 1])
        await relay.stop()
    }

    @Test func google() async throws {
        let token = simulator.newDevice(for: .android(projectID: Self.project))
        _ = try await wake(.fcm(token: token), "alert")
        let push = try await received(1)
        #expect(push.wasDelivered, "\(push.reason ?? "")")
        let message = try #require(try JSONReader.parse(push.body)["message"])
        #expect(message["token"]?.stringValue == token && message["notification"] == nil)
        #expect(message["android"]?["priority"] == "HIGH" && message["android"]?["collapse_key"] == "wake")
        #expect(try references(message["data"]?["wake"]?.stringValue) == [TestDevice.reference(9)])
        await relay.stop()
    }

    @Test func browsers() async throws {
        let phone = simulator.newPhone(
            for: .web(applicationServerKey: Base64URL.encode(Array(vapid.publicKey.x963Representation))))
        let subscription = try #require(phone.subscription)
        let address = PushAddress.webPush(
            endpoint: subscription.endpoint, p256dh: try #require(Base64URL.decode(subscription.p256dh)),
            auth: try #require(Base64URL.decode(subscription.auth)))
        _ = try await wake(address, "silent")
        let push = try await received(1)
        #expect(push.wasDelivered, "\(push.reason ?? "")")
        #expect(push.header("topic") == "wake" && push.header("ttl") == "86400" && push.header("urgency") == "normal")
        // 188 bytes, and what RFC 8291 adds to them.
        #expect(push.body.count == 188 + 103)
        await relay.stop()
    }

    /// Nothing more is sent to a device that Google calls gone; the answer stays the same.
    @Test func goneDevices() async throws {
        let (gone, good) = (
            simulator.newDevice(for: .android(projectID: Self.project)),
            simulator.newDevice(for: .android(projectID: Self.project))
        )
        simulator.removeApp(fromDevice: gone)
        let first = try await wake(.fcm(token: gone), "alert")
        #expect(try await received(1).reason == "UNREGISTERED")
        // What the provider said is noted a moment after the simulator has noted that it said it.
        while relay.metrics.value(.refusedByProvider) == 0 { await Task.yield() }
        let second = try await wake(.fcm(token: gone), "alert")
        _ = try await wake(.fcm(token: good), "alert")
        _ = try await received(2)
        #expect(first == second && simulator.received.count == 2)
        await relay.stop()
    }
}
