// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxJSON

/// `POST /v1/push/validate`
@Suite struct PushValidationTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig(priceCents: 3) }

    @Test func itSaysWhatWouldCome() async throws {
        let key = rig.liveKey
        let app = try await rig.makeApp(key: key, ["require_encryption": true])
        for token in ["aa", "bb"] {
            _ = try await rig.makeDevice(
                app, key: key, token: token, ["encryption_public_key": .string(SeedVector.publicKey)])
        }
        _ = try await rig.makeDevice(app, key: key, token: "cc")
        let answer = try await rig.call(
            "POST", "/v1/push/validate", key: key, ["app_id": .string(app), "title": "x", "all_devices": true])
        #expect(answer.status == 200)
        #expect(answer.body == ["valid": true, "device_count": 2, "encrypted": true, "cost_cents": 6])
        #expect(try rig.store.integers("SELECT count(*) FROM pushes") == [0])
        #expect(try rig.store.integers("SELECT count(*) FROM ledger") == [0])
        #expect(rig.wakeCount == 0)
    }

    @Test func itRefusesWhatASendRefuses() async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app, ["encryption_public_key": .string(SeedVector.publicKey)])
        _ = try await rig.makeDevice(app, token: "t", platform: "android")
        let body: JSONObject = ["app_id": .string(app), "title": "x", "all_devices": true]
        let changes: [JSONObject] = [
            ["app_id": "papp_x"], ["title": "-"], ["x": 1], ["all_devices": "-", "device_id": "pdev_x"],
            ["body": .string(String(repeating: "x", count: 5000))], ["data": ["from": "x"]],
            ["scheduled_at": rig.time(in: .seconds(-1))],
        ]
        for change in changes {
            let sent = try await rig.call("POST", "/v1/push", body.changed(change))
            let validated = try await rig.call("POST", "/v1/push/validate", body.changed(change))
            #expect((400..<500).contains(sent.status))
            #expect(validated.status == sent.status && validated.body == sent.body)
        }
        #expect(try await rig.call("POST", "/v1/push/validate", body)["device_count"] == 2)
    }
}
