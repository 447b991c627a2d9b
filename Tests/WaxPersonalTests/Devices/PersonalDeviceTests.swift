// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxJSON

/// The devices of an account.
@Suite struct PersonalDeviceTests {
    private static func put(_ rig: PersonalRig, _ body: JSONObject, token: String? = nil) async throws
        -> PersonalAnswer
    {
        try await rig.call("PUT", "/devices", key: token ?? rig.token, body)
    }

    @Test func registering() async throws {
        let rig = try PersonalRig()
        let body: JSONObject = ["token": "AABBCCDDEE", "platform": "ios"]
        let first = try await Self.put(rig, body)
        #expect(first.status == 201)
        let id = try #require(first.string("id"))
        #expect(id.hasPrefix("pdev_"))
        #expect(first["token_hint"] == "ccddee")
        #expect(first["encryption_key_id"] == .null && first["active"] == true)
        #expect(first["app_id"] == nil && first["mode"] == nil)
        var keyed = body
        keyed["encryption_public_key"] = .string(SeedVector.publicKey)
        let again = try await Self.put(rig, keyed)
        #expect(again.status == 200 && again["id"] == first["id"])
        #expect(again.string("encryption_key_id") == SeedVector.keyID)
        // A key that is not mentioned stays; null removes it.
        #expect(try await Self.put(rig, body).string("encryption_key_id") == SeedVector.keyID)
        keyed["encryption_public_key"] = .null
        #expect(try await Self.put(rig, keyed)["encryption_key_id"] == .null)
        #expect(try await rig.call("GET", "/devices/\(id)", key: rig.token).string("id") == id)
        #expect(try await rig.call("DELETE", "/devices/\(id)", key: rig.token).status == 204)
        #expect(try await rig.call("DELETE", "/devices/\(id)", key: rig.token).refusal == "404 device.not_found")
        #expect(try await rig.call("GET", "/devices/\(id)", key: rig.token).refusal == "404 device.not_found")
    }

    @Test(
        arguments: [
            (["platform": "ios"], "body.token"), (["token": "aa"], "body.platform"),
            (["token": "xyz", "platform": "ios"], "body.token"), (["token": "aa", "platform": "tv"], "body.platform"),
            (["token": "test_accept", "platform": "ios"], "body.token"),
            (["token": "aa", "platform": "ios", "app_id": "papp_1"], "body.app_id"),
            (["token": "aa", "platform": "ios", "encryption_public_key": "x"], "body.encryption_public_key"),
            (["token": "aa", "platform": "ios", "encryption_key": "x"], "body.encryption_key"),
            (["token": "aa", "platform": "android", "apns_environment": "sandbox"], "body.apns_environment"),
        ] as [(JSONObject, String)])
    func wrongRegistrations(_ body: JSONObject, _ place: String) async throws {
        #expect(try await Self.put(PersonalRig(), body).refusal == "422 \(place)")
    }

    @Test func devicesAreOfOneAccount() async throws {
        let rig = try PersonalRig()
        let other = try PersonalRig.token(rig.store, "acme")
        let mine = try await Self.put(rig, ["token": "aa", "platform": "ios"])
        let theirs = try await Self.put(rig, ["token": "aa", "platform": "ios"], token: other)
        #expect(mine["id"] != theirs["id"])
        let id = try #require(theirs.string("id"))
        for method in ["GET", "DELETE"] {
            #expect(try await rig.call(method, "/devices/\(id)", key: rig.token).status == 404)
        }
        let list = try await rig.call("GET", "/devices", key: rig.token)
        #expect(list["items"]?.arrayValue?.map { $0["id"] } == [mine["id"]])
    }

    @Test func aListInPages() async throws {
        let rig = try PersonalRig()
        #expect(try await rig.call("GET", "/devices", key: rig.token)["items"] == [])
        for token in ["aa", "bb", "cc"] { _ = try await Self.put(rig, ["token": .string(token), "platform": "ios"]) }
        let first = try await rig.call("GET", "/devices?limit=2", key: rig.token)
        #expect(first["items"]?.arrayValue?.count == 2)
        let cursor = try #require(first.string("next_cursor"))
        let second = try await rig.call("GET", "/devices?limit=2&cursor=\(cursor)", key: rig.token)
        #expect(second["items"]?.arrayValue?.count == 1 && second["next_cursor"] == nil)
    }

    @Test func aTokenThatReplacesAnother() async throws {
        let rig = try PersonalRig()
        let old = try #require(try await Self.put(rig, ["token": "aa", "platform": "ios"]).string("id"))
        _ = try await Self.put(rig, ["token": "bb", "platform": "ios", "previous_token": "aa"])
        let device = try await rig.call("GET", "/devices/\(old)", key: rig.token)
        #expect(device["active"] == false && device["deactivation_reason"] == "REPLACED")
    }
}
