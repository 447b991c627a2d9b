// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxSystem

/// Whom a push reaches by its target.
@Suite struct PushTargetTests {
    private let rig: PushAPIRig
    private let app: String
    /// The devices by name.
    private let devices: [String: String]

    init() async throws {
        rig = try PushAPIRig()
        app = try await rig.makeApp()
        let other = try await rig.makeApp()
        var devices: [String: String] = [:]
        // The accent in one character, and in two.
        for (name, user) in [("a1", "anna"), ("a2", "anna"), ("b", "b\u{E9}n"), ("c", "be\u{301}n"), ("d", nil)] {
            devices[name] = try await rig.makeDevice(
                app, token: "test_accept-\(name)", ["user_id": user.map(JSONValue.string) ?? .null])
        }
        devices["dead"] = try await rig.makeDevice(app, token: "test_unregistered", ["user_id": "anna"])
        devices["gone"] = try await rig.makeDevice(app, token: "test_accept-gone", ["user_id": "anna"])
        devices["other"] = try await rig.makeDevice(other, token: "test_accept", ["user_id": "anna"])
        self.devices = devices
        rig.store.time.advance(by: .seconds(1))
        _ = try await rig.push(app, ["all_devices": "-", "device_id": id("dead")])
        try await rig.deliver(1)
        _ = try await rig.call("DELETE", "/v1/push/devices/\(devices["gone"] ?? "")")
    }

    private func id(_ name: String) -> JSONValue { .string(devices[name] ?? "") }

    @Test func everyForm() async throws {
        let forms: [(JSONObject, [String])] = [
            (["all_devices": true], ["a1", "a2", "b", "c", "d"]), (["user_id": "anna"], ["a1", "a2"]),
            (["user_id": "b\u{E9}n"], ["b"]), (["user_id": "be\u{301}n"], ["c"]), (["user_id": "Anna"], []),
            (["user_ids": ["b\u{E9}n", "nobody", "anna"]], ["a1", "a2", "b"]), (["device_id": id("d")], ["d"]),
            (["device_ids": [id("d"), id("a2"), id("dead")]], ["a2", "d"]), (["device_id": id("dead")], []),
        ]
        var pushes: [String] = []
        for (target, names) in forms {
            var members = target
            if target["all_devices"] == nil { members["all_devices"] = "-" }
            let answer = try await rig.push(app, members)
            #expect(answer["device_count"]?.int64Value == Int64(names.count))
            pushes.append(try answer.id(202))
        }
        try await rig.deliver(1 + pushes.count)
        for (push, (_, names)) in zip(pushes, forms) {
            let reached = try await rig.call("GET", "/v1/push/\(push)/deliveries").elements.compactMap {
                $0["device_id"]?.stringValue
            }
            #expect(reached.sorted() == names.compactMap { devices[$0] }.sorted())
            let done = try await rig.call("GET", "/v1/push/\(push)")
            #expect(done["device_count"]?.int64Value == Int64(names.count))
            #expect(done["error_code"] == (names.isEmpty ? "NO_DEVICES" : .null))
        }
    }

    @Test func aDeletedDeviceIsNoTarget() async throws {
        let one = try await rig.push(app, ["all_devices": "-", "device_id": id("gone")])
        #expect(one.refusal == "404 NOT_FOUND" && one.details == ["field": "device_id"])
        let many = try await rig.push(app, ["all_devices": "-", "device_ids": [id("a1"), id("gone")]])
        #expect(many.refusal == "404 NOT_FOUND" && many.details == ["field": "device_ids[1]"])
    }

    @Test func aThousandAreTheMost() async throws {
        let ids = (0..<1001).map { _ in JSONValue.string("pdev_" + rig.store.newID().text) }
        let most = try await rig.push(app, ["all_devices": "-", "device_ids": .array([id("d")] + ids.dropFirst(2))])
        #expect(most.refusal == "404 NOT_FOUND" && most.details == ["field": "device_ids[1]"])
        let tooMany = try await rig.push(app, ["all_devices": "-", "device_ids": .array(ids)])
        #expect(tooMany.problems == ["device_ids count"])
    }
}
