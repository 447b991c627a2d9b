// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSimulator

/// One push to many devices over HTTP/2 servers that others wrote, as over the simulator's.
@Suite(.bounded, .timeLimit(.minutes(4))) struct ThirdPartyDeliveryTests {
    /// Half of them iPhones.
    private static let count = 300
    /// How many requests a connection serves: each provider's goes away in the middle of the push.
    private static let requests = 100

    @Test func theSimulatorTakesAll() async throws {
        let stage = try await Stage()
        let groups = [Stage.iPhone, Stage.android].map { stage.simulator.newDevices(Self.count / 2, for: $0) }
        let tokens = groups.map { group in (0..<group.count).map { group.token(at: $0) } }
        let deliveries = try await Self.deliver(to: tokens, stage.api, stage.appID)
        #expect(deliveries.allSatisfy { $0["attempts"] == 1 })
        #expect(groups.allSatisfy { $0.totalArrivals == Self.count / 2 })
    }

    /// hypercorn announces with its GOAWAY that it served what was open, and answers none of it: that goes out once more.
    @Test(.enabled(if: ProviderStandIn.python != nil, "WAXWING_PYTHON names no interpreter"))
    func hypercornTakesAll() async throws {
        let directory = try TemporaryDirectory()
        let standIn = try await ProviderStandIn.hypercorn(in: directory, requests: Self.requests)
        let deliveries = try await Self.deliver(to: Self.tokens, over: standIn, directory)
        let received = try await standIn.received()
        #expect(Set(received.keys) == Set(Self.tokens.joined()))
        let repeated = deliveries.count { $0["attempts"] != 1 }
        #expect(repeated > 0)
        #expect(deliveries.allSatisfy { [1, 2].contains($0["attempts"]) })
        // Nothing arrives more often than it was sent.
        #expect(received.values.allSatisfy { (1...2).contains($0) })
        #expect(received.values.count { $0 == 2 } <= repeated)
    }

    @Test(.enabled(if: ProviderStandIn.nginxProgram != nil, "nginx is not installed"))
    func nginxTakesAll() async throws {
        let directory = try TemporaryDirectory()
        let standIn = try await ProviderStandIn.nginx(in: directory, requests: Self.requests)
        _ = try await Self.deliver(to: Self.tokens, over: standIn, directory)
    }

    /// Tokens of iPhones and of Android devices, which no stand-in refuses.
    private static let tokens = (0..<2).map { platform in
        (0..<count / 2).map { number in
            let digits = String(number + 1000)
            return platform == 0 ? "200" + String(repeating: "0", count: 57) + digits : "200-token-\(digits)"
        }
    }

    /// Starts a server that sends through a stand-in, and sends a push to all.
    private static func deliver(
        to tokens: [[String]], over standIn: ProviderStandIn, _ directory: TemporaryDirectory
    ) async throws -> [JSONValue] {
        let server = try await WaxwingProcess(data: directory.file("data"), environment: standIn.environment)
        let api = APIClient(url: server.url, key: try await server.makeKey(mode: "live"))
        let app = try await api.make("POST", "/v1/push/apps", standIn.app()).string("id")
        let deliveries = try await deliver(to: tokens, api, app)
        #expect(server.log.contains("127.0.0.1: connection going away, error 0"))
        return deliveries
    }

    /// Registers devices with keys, sends one push to all and checks that each got it; the deliveries.
    private static func deliver(to tokens: [[String]], _ api: APIClient, _ app: String) async throws -> [JSONValue] {
        let key = HKPublicKey(P256.KeyAgreement.PrivateKey().publicKey).text
        for (platform, tokens) in zip(["ios", "android"], tokens) {
            for token in tokens {
                try await api.make(
                    "PUT", "/v1/push/devices",
                    [
                        "app_id": .string(app), "platform": .string(platform), "token": .string(token),
                        "encryption_public_key": .string(key),
                    ])
            }
        }
        let id = try await api.send(["app_id": .string(app), "all_devices": true, "title": "To all"])
        let push = try await api.finished(id)
        #expect(push["status"] == "sent")
        #expect(push["device_count"] == .number(JSONNumber(count)))
        #expect(push["counts"] == ["queued": 0, "sent": .number(JSONNumber(count)), "failed": 0, "refused": 0])
        let deliveries = try await api.deliveries(id)
        #expect(deliveries.count == count)
        #expect(Set(deliveries.map { $0["device_id"]?.stringValue }).count == count)
        for delivery in deliveries {
            #expect(delivery["status"] == "sent" && delivery["encrypted"] == true)
            #expect(delivery["provider_status"] == 200 && delivery["error_code"] == .null)
            #expect(delivery["provider_message_id"]?.stringValue?.isEmpty == false)
        }
        return deliveries
    }
}
