// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxSystem

/// The rules of a push's fields, at both sides of each limit.
@Suite struct PushFieldTests {
    private static func x(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }
    private static let manyIDs = (0..<1001).map { JSONValue.string("u\($0)") }

    /// Members that are added to `{app_id, title: "x", all_devices: true}` or replace some; `-` takes one out.
    static let rules: [(JSONObject, [String])] = [
        ([:], []), (["app_id": "-"], ["app_id required"]), (["app_id": .null], ["app_id not_null"]),
        (["app_id": 1], ["app_id type"]),
        // What it says.
        (["title": "-"], ["title format"]), (["title": ""], ["title format"]), (["title": .null], ["title format"]),
        (["title": "", "body": ""], ["title format"]), (["title": "-", "body": "b"], []),
        (["title": "", "body": "b"], []),
        (["title": .null, "body": "b"], []), (["title": 1], ["title type"]),
        (["title": "-", "body": 2], ["body type"]),
        (["title": "-", "x": 1], ["title format", "x unknown_field"]),
        (["data": [:]], []), (["data": ["a": [1, .null, ["b": 1]]]], []), (["data": .null], []),
        (["data": []], ["data type"]),
        (["data": "{}"], ["data type"]), (["badge": 0], []), (["badge": 2_147_483_647], []),
        (["badge": 2_147_483_648], ["badge range"]),
        (["badge": -1], ["badge range"]), (["badge": "1"], ["badge type"]),
        (["badge": .number(JSONNumber("1.0") ?? 0)], ["badge type"]),
        (["badge": .null], []), (["sound": "default"], []), (["sound": x(64)], []),
        (["sound": x(65)], ["sound length"]),
        (["sound": ""], ["sound length"]), (["thread_id": x(64)], []), (["thread_id": x(65)], ["thread_id length"]),
        (["thread_id": .string(String(repeating: "é", count: 32))], []),
        (["thread_id": .string(String(repeating: "é", count: 33))], ["thread_id length"]),
        // How it is carried.
        (["collapse_key": x(64)], []), (["collapse_key": x(65)], ["collapse_key format"]),
        (["collapse_key": ""], ["collapse_key format"]),
        (["collapse_key": "é"], ["collapse_key format"]), (["collapse_key": "a b"], []),
        (["collapse_key": " a"], ["collapse_key format"]),
        (["collapse_key": "a\n"], ["collapse_key format"]), (["collapse_key": .null], []),
        (["priority": "high"], []), (["priority": "normal"], []), (["priority": "HIGH"], ["priority one_of"]),
        (["priority": 10], ["priority type"]),
        (["ttl_seconds": 0], []), (["ttl_seconds": 2_419_200], []), (["ttl_seconds": 2_419_201], ["ttl_seconds range"]),
        (["ttl_seconds": -1], ["ttl_seconds range"]), (["ttl_seconds": "60"], ["ttl_seconds type"]),
        (["ttl_seconds": .null], []),
        (["priorty": "high"], ["priorty unknown_field"]), (["status": "sent"], ["status unknown_field"]),
        // Whom it goes to.
        (["all_devices": "-"], ["target exactly_one"]), (["user_id": "u"], ["target exactly_one"]),
        (["all_devices": "-", "user_id": "u", "device_id": "d"], ["target exactly_one"]),
        (["all_devices": false], ["all_devices one_of"]), (["all_devices": .null], ["all_devices not_null"]),
        (["all_devices": "true"], ["all_devices type"]),
        (["all_devices": "-", "user_id": "u"], []), (["all_devices": "-", "user_id": x(255)], []),
        (["all_devices": "-", "user_id": x(256)], ["user_id length"]),
        (["all_devices": "-", "user_id": ""], ["user_id length"]),
        (["all_devices": "-", "user_id": .null], ["user_id not_null"]),
        (["all_devices": "-", "user_ids": .array(Array(manyIDs.prefix(1000)))], []),
        (["all_devices": "-", "user_ids": .array(manyIDs)], ["user_ids count"]),
        (["all_devices": "-", "user_ids": []], ["user_ids count"]),
        (["all_devices": "-", "user_ids": ["a", "b", "a"]], ["user_ids[2] duplicate"]),
        (["all_devices": "-", "user_ids": ["a", 1, ""]], ["user_ids[1] type", "user_ids[2] length"]),
        (["all_devices": "-", "device_ids": []], ["device_ids count"]),
        (["all_devices": "-", "device_ids": .array(manyIDs)], ["device_ids count"]),
        (["all_devices": "-", "device_id": .null], ["device_id not_null"]),
        (["all_devices": "-", "device_id": 7], ["device_id type"]),
    ]

    @Test(arguments: rules.indices) func member(index: Int) async throws {
        let (members, expected) = Self.rules[index]
        let rig = try PushAPIRig()
        let body: JSONObject = ["app_id": .string(try await rig.makeApp()), "title": "x", "all_devices": true]
        let answer = try await rig.call("POST", "/v1/push", body.changed(members))
        #expect(answer.problems == expected)
        #expect(answer.refusal == (expected.isEmpty ? "202 " : "422 VALIDATION_ERROR"))
        #expect(rig.wakeCount == (expected.isEmpty ? 1 : 0))
    }

    @Test(arguments: [
        (Duration.seconds(0), false), (.milliseconds(1), true), (.seconds(30 * 86_400), true),
        (.seconds(30 * 86_400) + .milliseconds(1), false), (.seconds(-60), false),
    ])
    func scheduledAt(offset: Duration, isTaken: Bool) async throws {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        let time = (rig.store.now + offset).rfc3339
        let answer = try await rig.call(
            "POST", "/v1/push",
            ["app_id": .string(app), "title": "x", "all_devices": true, "scheduled_at": .string(time)])
        #expect(answer.status == (isTaken ? 202 : 422))
        if isTaken {
            #expect(answer["status"] == "scheduled" && answer["scheduled_at"] == .string(time))
        } else {
            #expect(answer.problems == ["scheduled_at format"])
        }
    }

    @Test(arguments: ["2027-01-15", "tomorrow", "2027-01-15T08:00:00", "1800000000"]) func otherTimes(text: String)
        async throws
    {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        let answer = try await rig.call(
            "POST", "/v1/push",
            ["app_id": .string(app), "title": "x", "all_devices": true, "scheduled_at": .string(text)])
        #expect(answer.problems == ["scheduled_at format"])
    }

    @Test func timesOfOtherZonesAreTheSameTime() async throws {
        let rig = try PushAPIRig()
        let app = try await rig.makeApp()
        // The test's time is 2027-01-15T08:00:00Z.
        let answer = try await rig.call(
            "POST", "/v1/push",
            ["app_id": .string(app), "title": "x", "all_devices": true, "scheduled_at": "2027-01-15T05:00:00.5-04:00"])
        #expect(answer["scheduled_at"] == "2027-01-15T09:00:00.500Z")
    }
}
