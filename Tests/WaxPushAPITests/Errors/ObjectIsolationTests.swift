// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxSystem

/// Objects of another account, of the other mode and of another kind are not there.
@Suite struct ObjectIsolationTests {
    @Test func everyObjectIsItsOwnersOnly() async throws {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        let device = try await rig.makeDevice(app)
        let push = try
            (await rig.call("POST", "/v1/push", ["app_id": .string(app), "title": "x", "all_devices": true])).id(202)
        try await rig.deliver(1)
        let delivery = try #require(try await rig.call("GET", "/v1/push/\(push)/deliveries").ids.first)
        let paths = [
            ("GET", "/v1/push/apps/\(app)"), ("PATCH", "/v1/push/apps/\(app)"), ("GET", "/v1/push/devices/\(device)"),
            ("DELETE", "/v1/push/devices/\(device)"), ("GET", "/v1/push/\(push)"),
            ("GET", "/v1/push/\(push)/deliveries"),
            ("GET", "/v1/push/\(push)/deliveries/\(delivery)"),
        ]
        let strangers = [
            rig.liveKey, try rig.key(.test, account: "other"), try rig.key(.live, account: "other"),
        ]
        for key in strangers {
            for (method, path) in paths {
                let json = method == "PATCH" ? "{}" : nil
                #expect(try await rig.call(method, path, key: key, json: json).refusal == "404 NOT_FOUND")
            }
            for list in ["/v1/push/apps", "/v1/push/devices"] {
                #expect(try await rig.call("GET", list, key: key).ids == [])
            }
        }
        for (method, path) in paths where method == "GET" {
            #expect(try await rig.call(method, path).status == 200)
        }
    }

    @Test func anIdentifierOfAnotherKindNamesNothing() async throws {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        let id = String(app.dropFirst("papp_".count))
        for wrong in [id, "pdev_\(id)", "push_\(id)", "papp_\(id)0", "papp_" + id.lowercased(), "papp_", "papp-\(id)"] {
            #expect(try await rig.call("GET", "/v1/push/apps/\(wrong)").refusal == "404 NOT_FOUND")
        }
        #expect(try await rig.call("GET", "/v1/push/\(app)").refusal == "404 NOT_FOUND")
        #expect(try await rig.call("GET", "/v1/push/devices/\(app)").refusal == "404 NOT_FOUND")
        #expect(try await rig.call("GET", "/v1/push/apps/papp%5F\(id)").status == 200)
    }

    @Test func aTargetOfSomebodyElseIsNotThere() async throws {
        let rig = try PushAPIRig()
        let (app, other) = (try await rig.makeApp(), try await rig.makeApp())
        let mine = try await rig.makeDevice(app)
        let foreign = try await rig.makeDevice(other)
        for id in [foreign, "pdev_" + rig.store.newID().text, "push_" + rig.store.newID().text, "x"] {
            let one = try await rig.call(
                "POST", "/v1/push", ["app_id": .string(app), "title": "x", "device_id": .string(id)])
            #expect(one.refusal == "404 NOT_FOUND" && one.details == ["field": "device_id"])
            let many = try await rig.call(
                "POST", "/v1/push", ["app_id": .string(app), "title": "x", "device_ids": [.string(mine), .string(id)]])
            #expect(many.refusal == "404 NOT_FOUND" && many.details == ["field": "device_ids[1]"])
        }
        #expect(try rig.store.integers("SELECT count(*) FROM pushes") == [0])
    }
}
