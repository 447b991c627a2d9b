// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords

/// Reading, listing and deleting devices.
@Suite struct DeviceRoutesTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    @Test func aDeletedDeviceIsGone() async throws {
        let app = try await rig.makeApp()
        let id = try await rig.makeDevice(app)
        let answer = try await rig.call("DELETE", "/v1/push/devices/\(id)")
        #expect(answer.status == 204 && answer.bytes.isEmpty)
        #expect(try await rig.call("DELETE", "/v1/push/devices/\(id)").refusal == "404 NOT_FOUND")
        #expect(try await rig.call("GET", "/v1/push/devices/\(id)").refusal == "404 NOT_FOUND")
        #expect(try await rig.call("GET", "/v1/push/devices").ids == [])
        #expect(try await rig.makeDevice(app) != id)
    }

    @Test func everyFilter() async throws {
        let (app, other) = (try await rig.makeApp(), try await rig.makeApp())
        let first = try await rig.makeDevice(
            app, token: "t1", platform: "android",
            ["user_id": "anna", "encryption_public_key": .string(SeedVector.publicKey)])
        let second = try await rig.makeDevice(app, token: "ab", ["user_id": "anna"])
        let third = try await rig.makeDevice(other, token: "ab", ["user_id": "ben é"])
        func list(_ query: String) async throws -> [String] {
            try await rig.call("GET", "/v1/push/devices\(query)").ids
        }
        #expect(try await list("") == [third, second, first])
        #expect(try await list("?app_id=\(app)") == [second, first])
        #expect(try await list("?user_id=anna") == [second, first])
        #expect(try await list("?user_id=ben+%C3%A9") == [third])
        #expect(try await list("?platform=android") == [first])
        #expect(try await list("?encrypted=true") == [first])
        #expect(try await list("?encrypted=false") == [third, second])
        #expect(try await list("?active=true&platform=ios&app_id=\(app)") == [second])
        #expect(try await list("?active=false") == [])
    }

    @Test(arguments: [
        ("platform=desktop", ["platform one_of"]), ("active=1", ["active type"]), ("encrypted=yes", ["encrypted type"]),
        ("user_id=", ["user_id length"]), ("app=x", ["app unknown_field"]), ("limit=1&limit=2", ["limit duplicate"]),
        ("a=1&b=2", ["a unknown_field", "b unknown_field"]),
    ])
    func otherFilters(query: String, expected: [String]) async throws {
        let answer = try await rig.call("GET", "/v1/push/devices?\(query)")
        #expect(answer.status == 422 && answer.problems == expected)
    }

    @Test func anAppThatIsNotThere() async throws {
        let live = try await rig.makeApp(key: rig.liveKey)
        for app in [live, "papp_x", ""] {
            let answer = try await rig.call("GET", "/v1/push/devices?app_id=\(app)")
            #expect(answer.refusal == "404 NOT_FOUND" && answer.details == ["field": "app_id"])
        }
    }

    @Test func aDamagedTokenLeavesTheListUsable() async throws {
        let app = try await rig.makeApp()
        let id = try await rig.makeDevice(app, token: "abcdef0123456789")
        let whole = try await rig.makeDevice(app, token: "fedcba9876543210")
        try rig.store.tamper("UPDATE devices SET token = zeroblob(40) WHERE seq = 1")
        let answer = try await rig.call("GET", "/v1/push/devices")
        #expect(answer.ids == [whole, id])
        #expect(answer.elements.map { $0["token_hint"] } == ["543210", .null])
    }
}
