// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxRecords
import WaxSystem

/// Who may do what.
@Suite struct PersonalAccessTests {
    @Test func tokensThatAreNone() async throws {
        let rig = try PersonalRig()
        let body = String(repeating: "0", count: 32)
        for token in [
            "", "hlk_", "hlk_short", "hlk_\(body)", "hla_\(body)", "hlk_\(body)0", "HLK_\(body)", "mk_live_x",
        ] {
            let answer = try await rig.call("GET", "/auth/me", key: token)
            #expect(answer.refusal == "401 token.invalid", "\(token)")
            #expect(answer.headers["www-authenticate"] == "Bearer")
        }
        #expect(try await rig.send("GET", "/auth/me").refusal == "401 token.invalid")
        let twice = [("Authorization", "Bearer \(rig.key)"), ("Authorization", "Bearer \(rig.key)")]
        #expect(try await rig.send("GET", "/auth/me", headers: twice).refusal == "401 token.invalid")
        #expect(try await rig.send("GET", "/auth/me", headers: [("Authorization", "Basic \(rig.key)")]).status == 401)
        // A key does not pass as a token, nor the other way round.
        let swapped = "hla_" + rig.key.dropFirst(4)
        #expect(try await rig.call("GET", "/auth/me", key: swapped).status == 401)
    }

    @Test func revokedAndExpiredKeys() async throws {
        let rig = try PersonalRig()
        let key = try PersonalRig.key(rig.store, "home", expiresAt: rig.store.now + .seconds(60))
        #expect(try await rig.notify(key: key).status == 201)
        rig.store.time.advance(by: .seconds(60))
        #expect(try await rig.notify(key: key).refusal == "401 integration_key.expired")
        #expect(try await rig.call("GET", "/auth/me", key: key).refusal == "401 integration_key.expired")
        try rig.revoke(rig.key)
        #expect(try await rig.notify().refusal == "401 token.invalid")
    }

    /// Every route, and who may call it: no level, sending, scheduling, the account's own token.
    @Test(arguments: [
        ("GET", "/auth/me", [200, 200, 200, 200]), ("POST", "/notifications", [403, 422, 422, 422]),
        ("GET", "/notifications", [403, 403, 403, 200]), ("POST", "/notifications/answers/7", [403, 403, 403, 422]),
        ("PUT", "/devices", [403, 403, 403, 422]), ("GET", "/devices", [403, 403, 403, 200]),
        ("GET", "/devices/x", [403, 403, 403, 404]), ("DELETE", "/devices/x", [403, 403, 403, 404]),
    ])
    func levels(_ method: String, _ path: String, _ statuses: [Int]) async throws {
        let rig = try PersonalRig()
        let keys = [
            try PersonalRig.key(rig.store, "home", .personal, .none),
            try PersonalRig.key(rig.store, "home", .personal, .send), rig.key, rig.token,
        ]
        for (key, status) in zip(keys, statuses) {
            let answer = try await rig.call(method, path, key: key, json: "{}")
            #expect(answer.status == status, "\(method) \(path)")
            if status == 403 { #expect(answer.string("code") == "integration_key.permission_denied") }
        }
    }

    @Test func theMissingLevelIsNamed() async throws {
        let rig = try PersonalRig()
        let key = try PersonalRig.key(rig.store, "home", .personal, .none)
        #expect(try await rig.notify(key: key)["detail"] == "insufficient permissions: requires notifications:send")
    }

    @Test func me() async throws {
        let rig = try PersonalRig()
        _ = try await rig.notify()
        let answer = try await rig.call("GET", "/auth/me")
        #expect(answer.status == 200)
        #expect(answer.string("id")?.hasPrefix("usr_") == true)
        #expect(answer["nickname"] == "home" && answer["activity_count"] == 0 && answer["subscribed"] == true)
        #expect(answer["notifications_used"] == 1 && answer["notifications_limit"] == nil)
        let key = answer["integration_key"]
        #expect(key?["name"] == "test" && key?["is_default"] == true && key?["expires_at"] == nil)
        #expect(
            key?["permissions"] == [
                "activities": "read", "notifications": "schedule", "widgets": "none", "emails": "none",
            ])
        #expect(key?["scope"] == "activity:read" && key?["notifications"] == true && key?["widgets"] == false)
        let own = try await rig.call("GET", "/auth/me", key: rig.token)
        #expect(own["id"] == answer["id"] && own["integration_key"] == nil)
    }

    @Test func requestsOfOneAddressAreCounted() async throws {
        var options = PersonalService.Options()
        options.requestsPerMinute = 2
        let rig = try PersonalRig(options)
        let (first, second) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("192.0.2.2")))
        func me(_ address: IPAddress?) async throws -> PersonalAnswer {
            try await rig.send("GET", "/auth/me", headers: [("Authorization", "Bearer \(rig.key)")], from: address)
        }
        #expect(try await me(first).status == 200)
        #expect(try await me(first).status == 200)
        let refused = try await me(first)
        #expect(refused.refusal == "429 rate_limit.exceeded")
        #expect(refused.headers["retry-after"] == "60" && refused["retry_after_ms"] == 60_000)
        #expect(try await me(second).status == 200)
        #expect(try await me(nil).status == 200)
        rig.store.time.advance(by: .seconds(60))
        #expect(try await me(first).status == 200)
    }

    @Test func addressesThatCountAsOne() throws {
        func isOneTooMany(_ first: String, _ second: String) throws -> Bool {
            let (first, second) = (try #require(IPAddress(first)), try #require(IPAddress(second)))
            var limiter = AddressLimiter(perMinute: 1)
            return limiter.take(first, now: .zero) == nil && limiter.take(second, now: .zero) != nil
        }
        #expect(try isOneTooMany("2001:db8::1", "2001:db8::ffff:1"))
        #expect(try !isOneTooMany("2001:db8::1", "2001:db8:0:1::1"))
        #expect(try isOneTooMany("192.0.2.1", "::ffff:192.0.2.1"))
        #expect(try !isOneTooMany("192.0.2.1", "192.0.2.2"))
    }

    @Test func openRoutes() async throws {
        let rig = try PersonalRig()
        #expect(try await rig.send("GET", "/health").body == ["status": "ok"])
        let vectors = try await rig.send("GET", "/e2e/vectors-v1.json")
        #expect(vectors["format"] == "pw1")
        #expect(vectors["seal"]?[0]?["name"] == "ascii_minimal")
    }

    @Test(arguments: [
        ("hlk_x", "/v1/push", true), ("hla_x", "/health", true), ("mk_live_x", "/notifications", false),
        ("mt_live_x", "/notifications", false), ("other", "/notifications", true), ("other", "/v1/push", false),
        (nil, "/notifications/1", true), (nil, "/devices", true), (nil, "/e2e/vectors-v1.json", true),
        (nil, "/health", false), (nil, "/", false), (nil, "/v1/notifications", false), (nil, "/widgets/a", true),
    ])
    func whichOfTheTwoAnswers(_ token: String?, _ path: String, _ isPersonal: Bool) throws {
        let headers = HTTPHeaders(token.map { [("Authorization", "Bearer \($0)")] } ?? [])
        let head = try #require(HTTPRequestHead(method: "GET", target: path, headers: headers))
        #expect(PersonalAPI.answers(head) == isPersonal)
    }
}
