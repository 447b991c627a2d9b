// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

@Suite struct OAuthClientRoutesTests {
    private let harness: AccessHarness

    init() throws {
        harness = try AccessHarness()
    }

    private func create(_ body: JSONValue, by key: String) async throws -> AccessHarness.Answer {
        try await harness.call("POST", "/v1/oauth/clients", key: key, body)
    }

    @Test func aNewClientShowsItsSecretOnce() async throws {
        let admin = try await harness.makeKey()
        let made = try await create(["label": "shop", "scopes": ["push:send", "push:devices"]], by: admin)
        #expect(made.status == 201)
        #expect(made.headers["cache-control"] == "no-store")
        let (id, secret) = (try #require(made.string("id")), try #require(made.string("client_secret")))
        #expect(id.hasPrefix("oac_"))
        #expect(secret.hasPrefix("mc_test_"))
        let expected: JSONObject = [
            "id": .string(id), "mode": "TEST", "label": "shop", "scopes": ["push:devices", "push:send"],
            "created_at": .string(harness.time.now().rfc3339),
        ]
        var shown = try #require(made.body.objectValue)
        shown["client_secret"] = nil
        #expect(shown == expected)
        #expect(try await harness.call("GET", "/v1/oauth/clients", key: admin).elements == [.object(expected)])
        // A client's secret is no bearer token.
        #expect(try await harness.call("GET", "/v1/oauth/clients", key: secret).status == 401)
    }

    @Test(arguments: [
        (#"{}"#, "scopes", "required"), (#"{"scopes":[]}"#, "scopes", "count"),
        (#"{"scopes":"push:send"}"#, "scopes", "type"), (#"{"scopes":null}"#, "scopes", "not_null"),
        (#"{"scopes":["push:all"]}"#, "scopes[0]", "one_of"),
        (#"{"scopes":["push:send","push:send"]}"#, "scopes[1]", "duplicate"),
        (#"{"scopes":[7]}"#, "scopes[0]", "type"), (#"{"scopes":["push:send"],"label":""}"#, "label", "length"),
        (#"{"scopes":["push:send"],"secret":"x"}"#, "secret", "unknown_field"),
    ])
    func refusedBodies(body: String, field: String, rule: String) async throws {
        let admin = try await harness.makeKey()
        let answer = try await create(try JSONReader.parse(Array(body.utf8)), by: admin)
        #expect(answer.status == 422)
        let problem = answer.body["details"]?["errors"]?[0]
        #expect(problem?["field"]?.stringValue == field)
        #expect(problem?["code"]?.stringValue == rule)
    }

    @Test(arguments: [
        ("push:send", nil), ("push:devices", "push_devices:w"), ("push:read", "push:r"), ("push:apps", "push_apps:w"),
    ])
    func scopesAboveTheCreatorsAreRefused(scope: String, required: String?) async throws {
        let creator = try await harness.makeKey(granting: "push:w push_apps:r push_devices:r api_keys:w")
        let answer = try await create(["scopes": [.string(scope)]], by: creator)
        #expect(answer.status == (required == nil ? 201 : 403))
        #expect(answer.required == required)
    }

    @Test func deletingAndListing() async throws {
        let admin = try await harness.makeKey()
        var ids: [String] = []
        for scope in ["push:send", "push:read", "push:apps"] {
            ids.insert(try #require(try await create(["scopes": [.string(scope)]], by: admin).string("id")), at: 0)
        }
        let first = try await harness.call("GET", "/v1/oauth/clients?limit=2", key: admin)
        #expect(first.elements.compactMap { $0["id"]?.stringValue } == Array(ids.prefix(2)))
        let cursor = try #require(first.string("next_cursor"))
        let path = "/v1/oauth/clients/\(ids[1])"
        for stranger in [
            try await harness.makeKey(mode: .live), try await harness.makeKey(account: "another"),
        ] {
            #expect(try await harness.call("DELETE", path, key: stranger).status == 404)
            #expect(try await harness.call("GET", "/v1/oauth/clients", key: stranger).elements.isEmpty)
        }
        let writer = try await harness.makeKey(granting: "api_keys:w")
        #expect(try await harness.call("DELETE", path, key: writer).status == 204)
        #expect(try await harness.call("DELETE", path, key: writer).status == 404)
        let rest = try await harness.call("GET", "/v1/oauth/clients?limit=2&cursor=\(cursor)", key: admin)
        #expect(rest.elements.compactMap { $0["id"]?.stringValue } == [ids[2]])
        let reader = try await harness.makeKey(granting: "api_keys:r")
        #expect(try await harness.call("GET", "/v1/oauth/clients", key: reader).elements.count == 2)
        #expect(try await harness.call("DELETE", path, key: reader).required == "api_keys:w")
    }
}
