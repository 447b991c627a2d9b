// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxSystem

/// What a push costs: charged when it is accepted, given back for what certainly reached no device.
@Suite struct PushCostTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig(priceCents: 3) }

    private func makeApp(_ more: JSONObject = [:]) async throws -> String {
        try await rig.makeApp(
            key: rig.liveKey, (["apns": .object(APNsMembers.all)] as JSONObject).changed(more))
    }

    private func makeDevice(_ app: String, _ token: String, hasKey: Bool = false, platform: String = "ios") async throws
    {
        _ = try await rig.makeDevice(
            app, key: rig.liveKey, token: token, platform: platform,
            ["encryption_public_key": hasKey ? .string(SeedVector.publicKey) : .null])
    }

    private func push(_ app: String, _ more: JSONObject = [:]) async throws -> APIAnswer {
        try await rig.push(app, key: rig.liveKey, more)
    }

    private func get(_ path: String) async throws -> APIAnswer { try await rig.call("GET", path, key: rig.liveKey) }

    /// `cost refunded` of a push, then of each delivery, oldest first.
    private func costs(_ push: String) async throws -> [String] {
        let whole = try await get("/v1/push/\(push)")
        let deliveries = try await get("/v1/push/\(push)/deliveries").elements.reversed()
        return ["\(whole["cost_cents"]?.text ?? "") \(whole["refunded_cents"]?.text ?? "")"]
            + deliveries.map { "\($0["cost_cents"]?.text ?? "") \($0["refunded"]?.text ?? "")" }
    }

    @Test func whatDidNotArriveIsGivenBack() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa")
        try await makeDevice(app, "dead")
        // Nothing was said of Google, so that what goes to Android cannot be sent.
        try await makeDevice(app, "t", platform: "android")
        rig.store.time.advance(by: .seconds(1))
        let push = try await push(app).id(202)
        #expect(try await costs(push) == ["9 0"])
        try await rig.deliver(1, through: PlayedProviders())
        #expect(try await costs(push) == ["9 6", "3 false", "3 true", "3 true"])
        let codes = try await get("/v1/push/\(push)/deliveries").elements.map { $0["error_code"] }
        #expect(codes == ["PROVIDER_CONFIG_INVALID", "TOKEN_INVALID", .null])
        #expect(try await get("/v1/push/\(push)")["counts"] == ["queued": 0, "sent": 1, "failed": 2, "refused": 0])
    }

    @Test func whoIsRefusedFromTheStartIsNotCharged() async throws {
        let app = try await makeApp(["require_encryption": true])
        try await makeDevice(app, "aa", hasKey: true)
        try await makeDevice(app, "bb")
        let push = try await push(app).id(202)
        #expect(try await costs(push) == ["3 0"])
        try await rig.deliver(1, through: PlayedProviders())
        #expect(try await costs(push) == ["3 0", "3 false", "0 false"])
        #expect(try await get("/v1/push/\(push)")["device_count"] == 1)
        #expect(try await get("/v1/push/\(push)")["counts"]?["refused"] == 1)
    }

    @Test func whoIsRefusedLaterIsGivenBack() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa", hasKey: true)
        try await makeDevice(app, "bb")
        let push = try await push(app)
        #expect(push["device_count"] == 2)
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", key: rig.liveKey, ["require_encryption": true])
        try await rig.deliver(1, through: PlayedProviders())
        let id = try push.id(202)
        #expect(try await costs(id) == ["6 3", "3 false", "3 true"])
        #expect(try await get("/v1/push/\(id)")["device_count"] == 1)
    }

    @Test func whoComesLaterIsChargedWhenItIsSent() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa")
        let push = try await push(app, ["scheduled_at": rig.time(in: .seconds(10))]).id(202)
        #expect(try await costs(push) == ["3 0"])
        try await makeDevice(app, "bb")
        try await makeDevice(app, "dead")
        rig.store.time.advance(by: .seconds(10))
        try await rig.deliver(1, through: PlayedProviders())
        #expect(try await costs(push) == ["9 3", "3 false", "3 false", "3 true"])
    }

    @Test func whoLeavesBeforeItIsGivenBack() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa")
        let device = try await rig.makeDevice(app, key: rig.liveKey, token: "bb")
        let push = try await push(app, ["scheduled_at": rig.time(in: .seconds(10))]).id(202)
        _ = try await rig.call("DELETE", "/v1/push/devices/\(device)", key: rig.liveKey)
        rig.store.time.advance(by: .seconds(10))
        try await rig.deliver(1, through: PlayedProviders())
        #expect(try await costs(push) == ["6 3", "3 false"])
    }

    @Test func whatComesTooLateIsGivenBack() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa")
        let push = try await push(app, ["ttl_seconds": 5]).id(202)
        rig.store.time.advance(by: .seconds(60))
        try await rig.deliver(1, through: PlayedProviders())
        #expect(try await costs(push) == ["3 3", "3 true"])
        #expect(try await get("/v1/push/\(push)")["error_code"] == "EXPIRED")
        #expect(try await get("/v1/push/\(push)/deliveries?status=expired").ids.count == 1)
    }

    @Test func aCancelledPushIsGivenBackOnce() async throws {
        let app = try await makeApp()
        for token in ["aa", "bb"] { try await makeDevice(app, token) }
        let push = try await push(app, ["scheduled_at": rig.time(in: .seconds(10))]).id(202)
        for status in [204, 409] {
            #expect(try await rig.call("DELETE", "/v1/push/\(push)", key: rig.liveKey).status == status)
            #expect(try await costs(push) == ["6 6"])
        }
        #expect(try rig.store.integers("SELECT count(*) FROM ledger") == [2])
    }

    @Test func testKeysPayNothing() async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app, token: "test_rejected")
        let push = try await rig.push(app).id(202)
        try await rig.deliver(1)
        let whole = try await rig.call("GET", "/v1/push/\(push)")
        #expect(whole["cost_cents"] == 0 && whole["refunded_cents"] == 0 && whole["status"] == "failed")
    }

    @Test func anAnswerThatIsGivenAgainChargesNothing() async throws {
        let app = try await makeApp()
        try await makeDevice(app, "aa")
        let body: JSONObject = ["app_id": .string(app), "title": "x", "all_devices": true]
        for _ in 0..<3 {
            let answer = try await rig.call(
                "POST", "/v1/push", key: rig.liveKey, body, headers: [("Idempotency-Key", "k")])
            #expect(answer.status == 202 && answer["cost_cents"] == 3)
        }
        #expect(try rig.store.integers("SELECT count(*), sum(cents) FROM ledger") == [1, 3])
    }
}
