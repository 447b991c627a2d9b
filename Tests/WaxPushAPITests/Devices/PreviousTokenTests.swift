// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxSystem

/// `previous_token` of a registration.
@Suite struct PreviousTokenTests {
    private let rig: PushAPIRig
    private let app: String

    init() async throws {
        rig = try PushAPIRig()
        app = try await rig.makeApp()
    }

    private func register(_ token: String, previous: JSONValue, platform: String = "ios") async throws -> APIAnswer {
        try await rig.call(
            "PUT", "/v1/push/devices",
            [
                "app_id": .string(app), "token": .string(token), "platform": .string(platform),
                "previous_token": previous,
            ])
    }

    private func device(_ id: String) async throws -> APIAnswer { try await rig.call("GET", "/v1/push/devices/\(id)") }

    @Test func theOldDeviceIsRetiredAndNothingOfItMovesOver() async throws {
        let old = try await rig.makeDevice(
            app, token: "aaaa",
            [
                "user_id": "anna", "apns_environment": "sandbox",
                "encryption_public_key": .string(SeedVector.publicKey),
            ])
        let new = try await register("bbbb", previous: "AAAA")
        #expect(new["encryption_key_id"] == .null && new["user_id"] == .null && new["active"] == true)
        #expect(new["apns_environment"] == "production")
        let retired = try await device(old)
        #expect(retired["active"] == false && retired["deactivation_reason"] == "REPLACED")
        #expect(retired["deactivated_at"] == rig.time(in: .zero))
        #expect(try await rig.call("GET", "/v1/push/devices?active=true").ids == [try new.id(201)])
        #expect(try await rig.call("GET", "/v1/push/devices?active=false").ids == [old])
        #expect(try await rig.push(app)["device_count"] == 1)
        // The old token may still come back.
        #expect(try await register("aaaa", previous: .null)["active"] == true)
        #expect(try await device(old)["encryption_key_id"] == .string(SeedVector.keyID))
        #expect(try await rig.push(app)["device_count"] == 2)
    }

    @Test func onlyItsOwnAppAndPlatformCount() async throws {
        let other = try await rig.makeApp()
        let devices = [
            try await rig.makeDevice(other, token: "aaaa"),
            try await rig.makeDevice(app, token: "aaaa", platform: "android"),
        ]
        #expect(try await register("bbbb", previous: "aaaa").status == 201)
        for id in devices { #expect(try await device(id)["active"] == true) }
    }

    @Test func theRetiredDeviceMayHaveRegisteredUnderAnotherClock() async throws {
        let old = try await rig.makeDevice(app, token: "aaaa")
        rig.store.time.setCalendar(to: rig.store.now - .seconds(3600))
        #expect(try await register("bbbb", previous: "aaaa").status == 201)
        #expect(try await device(old)["active"] == false)
    }

    @Test func itsRules() async throws {
        let rules: [(token: String, platform: String, previous: JSONValue, problems: [String])] = [
            ("aaaa", "ios", "bbbb", []), ("aaaa", "ios", "AAAA", ["previous_token duplicate"]),
            ("a:b", "android", "a:b", ["previous_token duplicate"]), ("a:b", "android", "A:B", []),
            ("aaaa", "ios", "xyz", ["previous_token format"]), ("aaaa", "ios", "", ["previous_token format"]),
            ("a:b", "android", "a b", ["previous_token format"]), ("aaaa", "ios", 1, ["previous_token type"]),
        ]
        for (token, platform, previous, problems) in rules {
            #expect(try await register(token, previous: previous, platform: platform).problems == problems)
        }
    }
}
