// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct OAuthTokenTests {
    struct Client {
        let id: String
        let secret: String

        var form: String { "client_id=\(id)&client_secret=\(secret)" }
        var basic: (String, String) {
            ("Authorization", "Basic \(Data("\(id):\(secret)".utf8).base64EncodedString())")
        }
    }

    private let harness: AccessHarness

    init() throws {
        harness = try AccessHarness()
    }

    private func makeClient(
        _ scopes: [String], by key: String? = nil, in harness: AccessHarness? = nil
    ) async throws -> Client {
        let harness = harness ?? self.harness
        var creator = key
        if creator == nil { creator = try await harness.makeKey() }
        let made = try await harness.call(
            "POST", "/v1/oauth/clients", key: creator, ["scopes": .array(scopes.map(JSONValue.string))])
        #expect(made.status == 201)
        return Client(id: try #require(made.string("id")), secret: try #require(made.string("client_secret")))
    }

    private func issue(_ client: Client, scope: String? = nil) async throws -> String {
        let wanted = scope.map { "&scope=\($0)" } ?? ""
        let answer = try await harness.token("grant_type=client_credentials\(wanted)", headers: [client.basic])
        #expect(answer.status == 200)
        return try #require(answer.string("access_token"))
    }

    @Test func theFlow() async throws {
        let client = try await makeClient(["push:send", "push:devices"])
        for (form, headers) in [
            ("grant_type=client_credentials", [client.basic]),
            ("grant_type=client_credentials&\(client.form)", []),
            ("client_id=\(client.id)&grant_type=client%5Fcredentials&scope=", [client.basic]),
        ] {
            let answer = try await harness.token(form, headers: headers)
            #expect(answer.status == 200)
            #expect(answer.string("token_type") == "Bearer")
            #expect(answer["expires_in"]?.int64Value == 3600)
            #expect(answer.string("scope") == "push:devices push:send")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["pragma"] == "no-cache")
            let token = try #require(answer.string("access_token"))
            #expect(token.hasPrefix("mt_test_"))
            #expect(try await harness.call("PUT", "/v1/push/devices", key: token, [:]).status == 422)
            #expect(try await harness.call("POST", "/v1/push", key: token, [:]).status == 422)
            #expect(try await harness.call("GET", "/v1/push/devices", key: token).required == "push_devices:r")
            #expect(try await harness.call("GET", "/v1/api-keys", key: token).required == "api_keys:r")
        }
    }

    @Test(arguments: [
        ("push:devices", "push_devices:w"), ("push:send", "push:w"), ("push:read", "push:r"),
        ("push:apps", "push_apps:w"),
    ])
    func aScopeIsOnePermission(scope: String, permission: String) async throws {
        let client = try await makeClient(OAuthScope.allCases.map(\.rawValue))
        let token = try await issue(client, scope: scope)
        for (method, path, required) in [
            ("PUT", "/v1/push/devices", "push_devices:w"), ("GET", "/v1/push/devices", "push_devices:r"),
            ("POST", "/v1/push", "push:w"), ("GET", "/v1/push/push_00000000000000000000000000", "push:r"),
            ("POST", "/v1/push/apps", "push_apps:w"), ("GET", "/v1/push/apps", "push_apps:r"),
            ("POST", "/v1/api-keys", "api_keys:w"), ("GET", "/v1/oauth/clients", "api_keys:r"),
        ] {
            let answer = try await harness.call(method, path, key: token)
            #expect((answer.status != 403) == (required == permission))
            if required != permission { #expect(answer.required == required) }
        }
    }

    @Test func refusals() async throws {
        let client = try await makeClient(["push:send"])
        let other = try await makeClient(["push:read"])
        let grant = "grant_type=client_credentials"
        let good = "\(grant)&\(client.form)"
        for (form, headers, status, error) in [
            (client.form, [], 400, "invalid_request"), ("\(client.form)&grant_type=", [], 400, "invalid_request"),
            ("grant_type=password&\(client.form)", [], 400, "unsupported_grant_type"),
            ("\(good)&scope=push:read", [], 400, "invalid_scope"),
            ("\(good)&scope=push:send+push:all", [], 400, "invalid_scope"),
            ("\(good)&scope=+", [], 400, "invalid_scope"), ("\(good)&\(grant)", [], 400, "invalid_request"),
            ("\(good)&x=%zz", [], 400, "invalid_request"), (good, [client.basic], 400, "invalid_request"),
            ("\(grant)&client_id=\(other.id)", [client.basic], 400, "invalid_request"),
            (grant, [], 401, "invalid_client"), ("\(grant)&client_id=\(client.id)", [], 401, "invalid_client"),
            ("\(grant)&client_id=\(client.id)&client_secret=x", [], 401, "invalid_client"),
            ("\(grant)&client_id=\(client.id)&client_secret=\(other.secret)", [], 401, "invalid_client"),
            (
                "\(grant)&client_id=oac_00000000000000000000000000&client_secret=\(client.secret)", [], 401,
                "invalid_client"
            ),
            ("\(grant)&client_id=\(client.id.lowercased())&client_secret=\(client.secret)", [], 401, "invalid_client"),
            (grant, [("Authorization", "Bearer \(client.secret)")], 401, "invalid_client"),
            (grant, [client.basic, client.basic], 401, "invalid_client"),
        ] as [(String, [(String, String)], Int, String)] {
            let answer = try await harness.token(form, headers: headers)
            #expect(answer.status == status, "\(form)")
            #expect(answer.string("error") == error, "\(form)")
            #expect(answer.string("error_description") != nil)
            #expect(answer.body.objectValue?.count == 2)
            #expect(answer.headers["cache-control"] == "no-store")
            #expect((answer.headers["www-authenticate"] == "Basic realm=\"oauth\"") == (status == 401))
        }
        let json = try await harness.call(
            "POST", "/v1/oauth/token",
            [
                "grant_type": "client_credentials", "client_id": .string(client.id),
                "client_secret": .string(client.secret),
            ])
        #expect(json.string("error") == "invalid_request")
        // Parameters in the address, where they would be logged, are not looked at.
        let query = try await harness.call(
            "POST", "/v1/oauth/token?\(good)",
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded")
            ])
        #expect(query.string("error") == "invalid_client")
        #expect(try await harness.call("GET", "/v1/oauth/token").headers["allow"] == "POST")
    }

    @Test func aTokenLastsAnHour() async throws {
        let client = try await makeClient(["push:read"])
        let token = try await issue(client)
        let path = "/v1/push/push_00000000000000000000000000"
        harness.time.advance(by: .seconds(3599))
        #expect(try await harness.call("GET", path, key: token).status == 404)
        harness.time.advance(by: .seconds(1))
        #expect(try await harness.call("GET", path, key: token).status == 401)
        let (vault, now) = (harness.vault, harness.time.now())
        let next = try await issue(client)
        let removed = try await harness.database.write { try OAuthTokenTable($0, vault).removeExpired(now: now) }
        #expect(removed == 1)
        #expect(try await harness.call("GET", path, key: next).status == 404)
    }

    @Test func aTokenDiesWithItsClient() async throws {
        let (client, other) = (try await makeClient(["push:read"]), try await makeClient(["push:read"]))
        let (token, kept) = (try await issue(client), try await issue(other))
        let elsewhere = try harness.anotherProcess()
        let path = "/v1/push/push_00000000000000000000000000"
        #expect(try await elsewhere.call("GET", path, key: token).status == 404)
        let admin = try await harness.makeKey()
        #expect(try await harness.call("DELETE", "/v1/oauth/clients/\(client.id)", key: admin).status == 204)
        #expect(try await elsewhere.call("GET", path, key: token).status == 401)
        #expect(try await elsewhere.call("GET", path, key: kept).status == 404)
        let again = try await harness.token("grant_type=client_credentials&\(client.form)")
        #expect(again.string("error") == "invalid_client")
    }

    @Test func aTokenHasNoMoreThanTheCreatorStillHas() async throws {
        let creator = try await harness.makeKey()
        let client = try await makeClient(["push:send", "push:read"], by: creator)
        let token = try await issue(client)
        let admin = try await harness.makeKey()
        let path = "/v1/api-keys/\(try harness.id(ofKey: creator))"
        let cut = try await harness.call("PATCH", path, key: admin, ["permissions": ["push": "r"]])
        #expect(cut.status == 200)
        #expect(try await harness.call("POST", "/v1/push", key: token, [:]).required == "push:w")
        #expect(try await harness.call("GET", "/v1/push/push_00000000000000000000000000", key: token).status == 404)
        let grant = "grant_type=client_credentials&\(client.form)"
        #expect(try await harness.token(grant).string("scope") == "push:read")
        #expect(try await harness.token("\(grant)&scope=push:send").string("error") == "invalid_scope")

        #expect(try await harness.call("DELETE", path, key: admin).status == 204)
        #expect(try await harness.call("GET", "/v1/push/push_00000000000000000000000000", key: token).status == 401)
        #expect(try await harness.token(grant).string("error") == "invalid_client")
    }

    @Test func aClientHasLimitsOfItsOwn() async throws {
        let limited = try AccessHarness(
            limits: RateLimits([
                .registrations: RateLimit(perSecond: 1, burst: 2), .sends: RateLimit(perSecond: 1, burst: 1),
            ]))
        let client = try await makeClient(["push:send"], in: limited)
        let other = try await makeClient(["push:send"], in: limited)
        let grant = "grant_type=client_credentials"
        // Whoever does not know the secret cannot use up the client's limit.
        for _ in 0..<5 { #expect(try await limited.token("\(grant)&client_id=\(client.id)").status == 401) }
        let first = try await limited.token("\(grant)&\(client.form)")
        #expect(first.headers["ratelimit-remaining"] == "1")
        let second = try await limited.token("\(grant)&\(client.form)")
        let refused = try await limited.token("\(grant)&\(client.form)")
        #expect(refused.status == 429)
        #expect(refused.code == "RATE_LIMITED")
        #expect(refused.headers["retry-after"] == "1")
        #expect(try await limited.token("\(grant)&\(other.form)").status == 200)
        // The tokens of one client count together.
        let tokens = [try #require(first.string("access_token")), try #require(second.string("access_token"))]
        #expect(try await limited.call("POST", "/v1/push", key: tokens[0], [:]).status == 422)
        #expect(try await limited.call("POST", "/v1/push", key: tokens[1], [:]).status == 429)
    }

    @Test func noSecretIsInTheDatabase() async throws {
        let key = try await harness.makeKey()
        let made = try await harness.call(
            "POST", "/v1/api-keys", key: key, [:], headers: [("Idempotency-Key", "again")])
        let client = try await makeClient(["push:read"], by: key)
        let secrets = [key, try #require(made.string("key")), client.secret, try await issue(client)]
        harness.database.close()
        var bytes = Data()
        for name in ["waxwing.db", "waxwing.db-wal"] {
            bytes += WholeFile.bytes(harness.directory.file(name)) ?? []
        }
        #expect(bytes.range(of: Data(secrets[0].prefix(12).utf8)) != nil)
        for secret in secrets {
            // What follows the prefix that lists show.
            #expect(bytes.range(of: Data(secret.dropFirst(12).utf8)) == nil)
        }
    }
}
