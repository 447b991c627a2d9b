// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

@Suite struct KeyRoutesTests {
    private let harness: AccessHarness

    init() throws {
        harness = try AccessHarness()
    }

    private func create(_ body: JSONValue, by key: String) async throws -> AccessHarness.Answer {
        try await harness.call("POST", "/v1/api-keys", key: key, body)
    }

    @Test func aNewKeyIsShownOnce() async throws {
        let admin = try await harness.makeKey()
        let made = try await create(["label": "backend", "permissions": ["push_devices": "w"]], by: admin)
        #expect(made.status == 201)
        #expect(made.headers["cache-control"] == "no-store")
        let key = try #require(made.string("key"))
        let id = try #require(made.string("id"))
        #expect(id.hasPrefix("key_"))
        let expected: JSONObject = [
            "id": .string(id), "keyPrefix": .string(String(key.prefix(12))), "mode": "TEST", "label": "backend",
            "createdAt": .string(harness.time.now().rfc3339), "lastUsedAt": .null, "defaultDeny": true,
            "permissions": ["push_devices": "w"], "oauth_grant": false,
        ]
        var shown = try #require(made.body.objectValue)
        #expect(shown.contains("key"))
        shown["key"] = nil
        #expect(shown == expected)

        let list = try await harness.call("GET", "/v1/api-keys", key: admin)
        #expect(list.elements.first == .object(expected))
        let isHidden = !String(decoding: list.body.compact, as: UTF8.self).contains(key)
        #expect(isHidden)
        #expect(try await harness.call("GET", "/v1/push/devices", key: key).required == "push_devices:r")
        #expect(try await harness.call("PUT", "/v1/push/devices", key: key, [:]).status == 422)
    }

    /// What a body grants, as the object then shows it.
    @Test(arguments: [
        (#"{}"#, #"{}"#, false), (#"{"label":null}"#, #"{}"#, false), (#"{"defaultDeny":true}"#, #"{}"#, true),
        (#"{"permissions":{}}"#, #"{}"#, true),
        (#"{"permissions":{"api_keys":"rw","push":"r"}}"#, #"{"push":"r","api_keys":"rw"}"#, true),
        (#"{"permissions":{"api_keys":""},"defaultDeny":false}"#, #"{"api_keys":""}"#, false),
    ])
    func permissions(body: String, shown: String, defaultDeny: Bool) async throws {
        let admin = try await harness.makeKey()
        let made = try await create(try JSONReader.parse(Array(body.utf8)), by: admin)
        #expect(made.status == 201)
        #expect(made["permissions"]?.compact == Array(shown.utf8))
        #expect(made["defaultDeny"]?.boolValue == defaultDeny)
    }

    @Test(arguments: [
        (#"{"label":""}"#, "label", "length"), (#"{"label":7}"#, "label", "type"),
        (#"{"permissions":null}"#, "permissions", "not_null"), (#"{"permissions":"rw"}"#, "permissions", "type"),
        (#"{"permissions":{"push":"x"}}"#, "permissions.push", "format"),
        (#"{"permissions":{"push":"rr"}}"#, "permissions.push", "format"),
        (#"{"permissions":{"push":null}}"#, "permissions.push", "not_null"),
        (#"{"permissions":{"push":true}}"#, "permissions.push", "type"),
        (#"{"permissions":{"Push":"r"}}"#, "permissions.Push", "unknown_field"),
        (#"{"permissions":{"emails":"r"}}"#, "permissions.emails", "unknown_field"),
        (#"{"defaultDeny":null}"#, "defaultDeny", "not_null"),
        (#"{"default_deny":true}"#, "default_deny", "unknown_field"),
        (#"{"mode":"LIVE"}"#, "mode", "unknown_field"), (#"{"key":"mk_live_x"}"#, "key", "unknown_field"),
    ])
    func refusedBodies(body: String, field: String, rule: String) async throws {
        let admin = try await harness.makeKey()
        let value = try JSONReader.parse(Array(body.utf8))
        let id = try harness.id(ofKey: admin)
        for (method, path) in [("POST", "/v1/api-keys"), ("PATCH", "/v1/api-keys/\(id)")] {
            let answer = try await harness.call(method, path, key: admin, value)
            #expect(answer.status == 422)
            let problem = answer.body["details"]?["errors"]?[0]
            #expect(problem?["field"]?.stringValue == field)
            #expect(problem?["code"]?.stringValue == rule)
        }
    }

    @Test func changing() async throws {
        let admin = try await harness.makeKey()
        let made = try await create(["label": "one", "permissions": ["push": "rw", "webhooks": "r"]], by: admin)
        let path = "/v1/api-keys/\(try #require(made.string("id")))"
        func patch(_ body: JSONValue) async throws -> AccessHarness.Answer {
            let answer = try await harness.call("PATCH", path, key: admin, body)
            #expect(answer.status == 200)
            #expect(answer["key"] == nil)
            return answer
        }
        #expect(try await patch([:]).string("label") == "one")
        #expect(try await patch(["label": "two"])["permissions"] == ["push": "rw", "webhooks": "r"])
        // A map replaces the one before.
        let cut = try await patch(["permissions": ["push": "r"]])
        #expect(cut["permissions"] == ["push": "r"])
        #expect(cut.string("label") == "two")
        #expect(try await patch(["label": .null])["label"] == .null)
        let opened = try await patch(["defaultDeny": false])
        #expect(opened["permissions"] == ["push": "r"])
        #expect(opened["defaultDeny"] == false)
        #expect(try await patch(["permissions": ["push": "w"]])["defaultDeny"] == true)
    }

    @Test func revoking() async throws {
        let admin = try await harness.makeKey()
        let made = try await create([:], by: admin)
        let key = try #require(made.string("key"))
        let path = "/v1/api-keys/\(try #require(made.string("id")))"
        #expect(try await harness.call("GET", "/v1/api-keys", key: key).elements.count == 2)
        #expect(try await harness.call("DELETE", path, key: key).status == 204)
        #expect(try await harness.call("GET", "/v1/api-keys", key: key).status == 401)
        #expect(try await harness.call("DELETE", path, key: admin).status == 404)
        #expect(try await harness.call("PATCH", path, key: admin, ["label": "x"]).status == 404)
        #expect(try await harness.call("GET", "/v1/api-keys", key: admin).elements.count == 1)
    }

    @Test func paging() async throws {
        let admin = try await harness.makeKey()
        var ids: [String] = []
        for number in 1...5 {
            ids.insert(try #require(try await create(["label": .string("\(number)")], by: admin).string("id")), at: 0)
        }
        var seen: [String] = []
        var path = "/v1/api-keys?limit=2"
        for _ in 0..<3 {
            let page = try await harness.call("GET", path, key: admin)
            seen += page.elements.compactMap { $0["id"]?.stringValue }
            guard let cursor = page.string("next_cursor") else { break }
            path = "/v1/api-keys?limit=2&cursor=\(cursor)"
            // A page goes on behind a key that was revoked meanwhile.
            let last = try #require(seen.last)
            #expect(try await harness.call("DELETE", "/v1/api-keys/\(last)", key: admin).status == 204)
        }
        #expect(Array(seen.prefix(5)) == ids)
        #expect(seen.count == 6)
    }

    @Test func otherModesAndAccountsAreOutOfReach() async throws {
        let admin = try await harness.makeKey()
        let made = try await create([:], by: admin)
        let path = "/v1/api-keys/\(try #require(made.string("id")))"
        for stranger in [
            try await harness.makeKey(mode: .live), try await harness.makeKey(account: "another"),
        ] {
            #expect(try await harness.call("GET", "/v1/api-keys", key: stranger).elements.count == 1)
            #expect(try await harness.call("PATCH", path, key: stranger, ["label": "x"]).status == 404)
            #expect(try await harness.call("DELETE", path, key: stranger).status == 404)
        }
        for id in ["push_00000000000000000000000000", "key_00000000000000000000000000", "key_x", "x"] {
            #expect(try await harness.call("DELETE", "/v1/api-keys/\(id)", key: admin).status == 404)
        }
        let live = try await harness.makeKey(mode: .live)
        let second = try await create([:], by: live)
        #expect(second.string("mode") == "LIVE")
        #expect(second.string("key")?.hasPrefix("mk_live_") == true)
    }
}
