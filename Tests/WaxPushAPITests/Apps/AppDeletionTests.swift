// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxSystem

/// `DELETE /v1/push/apps/{id}`
@Suite struct AppDeletionTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig(priceCents: 3) }

    private func get(_ path: String) async throws -> APIAnswer {
        try await rig.call("GET", path, key: rig.liveKey)
    }

    @Test func whatBelongsToTheAppGoesWithIt() async throws {
        let key = rig.liveKey
        let kept = try await rig.makeApp(key: key)
        let app = try await rig.makeApp(
            key: key, ["apns": .object(APNsMembers.all), "placeholder_title": "Secret"])
        let device = try await rig.makeDevice(app, key: key, token: "aa", ["user_id": "anna"])
        let other = try await rig.makeDevice(kept, key: key, token: "aa")
        let push = try await rig.push(app, key: key, ["scheduled_at": rig.time(in: .seconds(60))]).id(202)
        let untouched = try await rig.push(kept, key: key, ["scheduled_at": rig.time(in: .seconds(60))]).id(202)

        let answer = try await rig.call("DELETE", "/v1/push/apps/\(app)", key: key)
        #expect(answer.status == 204 && answer.bytes.isEmpty)
        for (method, json) in [("GET", nil), ("PATCH", "{}"), ("DELETE", nil)] {
            let again = try await rig.call(method, "/v1/push/apps/\(app)", key: key, json: json)
            #expect(again.refusal == "404 NOT_FOUND")
        }
        #expect(try await get("/v1/push/apps").ids == [kept])
        #expect(try await get("/v1/push/devices/\(device)").refusal == "404 NOT_FOUND")
        #expect(try await get("/v1/push/devices").ids == [other])
        #expect(try await rig.push(app, key: key).details == ["field": "app_id"])
        #expect(try await get("/v1/push/devices?app_id=\(app)").details == ["field": "app_id"])

        let cancelled = try await get("/v1/push/\(push)")
        #expect(cancelled["status"] == "cancelled" && cancelled["content_purged"] == true)
        #expect(cancelled["cancelled_at"] == rig.time(in: .zero) && cancelled["app_id"] == .string(app))
        #expect(cancelled["cost_cents"] == 3 && cancelled["refunded_cents"] == 3)
        #expect(try await get("/v1/push/\(untouched)")["status"] == "scheduled")
        #expect(
            try rig.store.integers(
                "SELECT count(*) FROM push_apps WHERE apns IS NOT NULL OR placeholder_title = 'Secret'") == [0])
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE token IS NOT NULL") == [1])
    }

    @Test(arguments: [PushState.queued, .sending]) func notWhileAPushIsOnItsWay(state: PushState) async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app)
        let scheduled = try await rig.push(app, ["scheduled_at": rig.time(in: .seconds(60))]).id(202)
        let push = try await rig.push(app).id(202)
        if state == .sending {
            let now = rig.store.now
            let claims = try rig.store.write { try PushTable($0, $1).claim(limit: 1, leaseUntil: now, now: now) }
            #expect(claims.count == 1)
        }
        #expect(try await rig.call("GET", "/v1/push/\(push)")["status"] == .string(state.label))
        let refused = try await rig.call("DELETE", "/v1/push/apps/\(app)")
        #expect(refused.refusal == "409 PUSH_APP_IN_USE")
        #expect(try await rig.call("GET", "/v1/push/\(scheduled)")["status"] == "scheduled")
        #expect(try await rig.call("GET", "/v1/push/devices").ids.count == 1)
        try await rig.deliver(1)
        #expect(try await rig.call("DELETE", "/v1/push/apps/\(app)").status == 204)
        // What was sent can still be looked up.
        #expect(try await rig.call("GET", "/v1/push/\(push)")["status"] == "sent")
        #expect(try await rig.call("GET", "/v1/push/\(push)/deliveries").ids.count == 1)
    }
}
