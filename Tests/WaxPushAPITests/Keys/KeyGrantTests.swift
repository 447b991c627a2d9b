// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords

/// A key never gives what it does not have.
@Suite struct KeyGrantTests {
    private let harness: AccessHarness

    init() throws {
        harness = try AccessHarness()
    }

    @Test(arguments: [
        (#"{}"#, "push:w"), (#"{"permissions":{"push":"w"}}"#, "push:w"),
        (#"{"permissions":{"push":"rw"}}"#, "push:w"), (#"{"permissions":{"push_apps":"r"}}"#, "push_apps:r"),
        (#"{"permissions":{"push":"r"},"defaultDeny":false}"#, "push_devices:r"),
        (
            #"{"permissions":{"push":"r","push_devices":"","push_apps":"","webhooks":""},"defaultDeny":false}"#,
            "*:rw"
        ),
        (#"{"permissions":{"push":"r"}}"#, nil), (#"{"permissions":{"api_keys":"rw"}}"#, nil),
        (#"{"permissions":{}}"#, nil), (#"{"defaultDeny":true}"#, nil),
    ])
    func grants(body: String, required: String?) async throws {
        let key = try await harness.makeKey(granting: "push:r api_keys:rw")
        let value = try JSONReader.parse(Array(body.utf8))
        let made = try await harness.call("POST", "/v1/api-keys", key: key, value)
        #expect(made.status == (required == nil ? 201 : 403))
        #expect(made.required == required)
        guard value["permissions"] != nil else { return }

        // To change another key is to give as well, and so is to change oneself.
        let other = try await harness.makeKey(granting: "webhooks:r")
        for path in ["/v1/api-keys/\(try harness.id(ofKey: other))", "/v1/api-keys/\(try harness.id(ofKey: key))"] {
            let changed = try await harness.call("PATCH", path, key: key, value)
            #expect(changed.status == (required == nil ? 200 : 403))
            #expect(changed.required == required)
        }
    }

    @Test func whatIsLeftInPlaceIsGivenToo() async throws {
        let key = try await harness.makeKey(granting: "api_keys:rw")
        let other = try await harness.makeKey(granting: "webhooks:r")
        let path = "/v1/api-keys/\(try harness.id(ofKey: other))"
        #expect(try await harness.call("PATCH", path, key: key, ["defaultDeny": false]).required == "push:r")
        let own = "/v1/api-keys/\(try harness.id(ofKey: key))"
        #expect(try await harness.call("PATCH", own, key: key, ["defaultDeny": false]).required == "push:r")
    }

    @Test func namingIsNotGiving() async throws {
        let admin = try await harness.makeKey()
        let strong = try await harness.call("POST", "/v1/api-keys", key: admin, ["permissions": ["webhooks": "rw"]])
        let weak = try await harness.makeKey(granting: "api_keys:w")
        let path = "/v1/api-keys/\(try #require(strong.string("id")))"
        let named = try await harness.call("PATCH", path, key: weak, ["label": "renamed"])
        #expect(named.status == 200)
        #expect(named["permissions"] == ["webhooks": "rw"])
        // The same map again changes nothing either.
        let same: JSONValue = ["permissions": ["webhooks": "rw"], "defaultDeny": true]
        #expect(try await harness.call("PATCH", path, key: weak, same).status == 200)
        #expect(try await harness.call("PATCH", path, key: weak, ["permissions": ["webhooks": "r"]]).status == 403)
        #expect(try await harness.call("PATCH", path, key: weak, ["permissions": [:]]).status == 200)
        #expect(try await harness.call("DELETE", path, key: weak).status == 204)
    }

    @Test func aKeyWithoutApiKeysManagesNone() async throws {
        let everythingElse = "push:rw push_devices:rw push_apps:rw webhooks:rw"
        let key = try await harness.makeKey(granting: everythingElse)
        #expect(try await harness.call("POST", "/v1/api-keys", key: key, [:]).required == "api_keys:w")
        #expect(try await harness.call("GET", "/v1/api-keys", key: key).required == "api_keys:r")
        let reader = try await harness.makeKey(granting: everythingElse + " api_keys:r")
        #expect(try await harness.call("POST", "/v1/api-keys", key: reader, [:]).required == "api_keys:w")
        #expect(try await harness.call("GET", "/v1/api-keys", key: reader).status == 200)
        let writer = try await harness.makeKey(granting: "api_keys:w")
        #expect(try await harness.call("GET", "/v1/api-keys", key: writer).required == "api_keys:r")
        #expect(try await harness.call("GET", "/v1/oauth/clients", key: writer).required == "api_keys:r")
    }
}
