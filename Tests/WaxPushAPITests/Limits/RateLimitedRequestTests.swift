// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxSystem

@Suite struct RateLimitedRequestTests {
    private static let limits = RateLimits([
        .sends: RateLimit(perSecond: 2, burst: 3), .registrations: RateLimit(perSecond: 4, burst: 5),
        .reads: RateLimit(perSecond: 6, burst: 7),
    ])

    /// One request of each class, and its limit.
    private static let requests: [(method: String, path: String, burst: Int, wait: Duration)] = [
        ("POST", "/v1/push", 3, .milliseconds(500)), ("PUT", "/v1/push/devices", 5, .milliseconds(250)),
        ("POST", "/v1/push/apps", 5, .milliseconds(250)),
        ("DELETE", "/v1/push/devices/pdev_00000000000000000000000000", 5, .milliseconds(250)),
        ("GET", "/v1/push/apps", 7, .milliseconds(167)), ("GET", "/v1/api-keys", 7, .milliseconds(167)),
    ]

    @Test(arguments: requests)
    func eachClass(method: String, path: String, burst: Int, wait: Duration) async throws {
        let harness = try AccessHarness(limits: Self.limits)
        let key = try await harness.makeKey()
        for used in 1...burst {
            let answer = try await harness.call(method, path, key: key)
            #expect(answer.status != 429)
            #expect(answer.headers["ratelimit-limit"] == "\(burst)")
            #expect(answer.headers["ratelimit-remaining"] == "\(burst - used)")
        }
        let refused = try await harness.call(method, path, key: key)
        #expect(refused.status == 429)
        #expect(refused.code == "RATE_LIMITED")
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.body["details"]?["retry_after_seconds"]?.int64Value == 1)
        #expect(refused.headers["ratelimit-remaining"] == "0")
        #expect(refused.headers["ratelimit-reset"] == "2")
        #expect(refused.headers["x-request-id"] != nil)

        let other = try await harness.makeKey()
        #expect(try await harness.call(method, path, key: other).status != 429)

        harness.time.advance(by: wait - .milliseconds(1))
        #expect(try await harness.call(method, path, key: key).status == 429)
        harness.time.advance(by: .milliseconds(1))
        #expect(try await harness.call(method, path, key: key).status != 429)
        #expect(try await harness.call(method, path, key: key).status == 429)
    }

    @Test func theCalendarDoesNotCount() async throws {
        let harness = try AccessHarness(limits: Self.limits)
        let key = try await harness.makeKey()
        for _ in 0..<3 { _ = try await harness.call("POST", "/v1/push", key: key) }
        harness.time.setCalendar(to: harness.time.now() + .seconds(3600))
        #expect(try await harness.call("POST", "/v1/push", key: key).status == 429)
    }

    @Test func theLimitComesBeforeThePermission() async throws {
        let harness = try AccessHarness(limits: Self.limits)
        let key = try await harness.makeKey(granting: "webhooks:r")
        for _ in 0..<3 { #expect(try await harness.call("POST", "/v1/push", key: key).status == 403) }
        #expect(try await harness.call("POST", "/v1/push", key: key).status == 429)
    }

    @Test func anUnknownCallerIsNotToldOfLimits() async throws {
        let harness = try AccessHarness(limits: Self.limits)
        for _ in 0..<20 {
            let answer = try await harness.call("GET", "/v1/push/apps", key: "mk_test_unknown")
            #expect(answer.status == 401)
            #expect(answer.headers["ratelimit-limit"] == nil)
        }
    }

    @Test func aRefusedRequestIsNotTheAnswerToItsIdempotencyKey() async throws {
        let harness = try AccessHarness(limits: Self.limits)
        let key = try await harness.makeKey()
        func create(_ name: String, _ idempotencyKey: String) async throws -> AccessHarness.Answer {
            try await harness.call(
                "POST", "/v1/push/apps", key: key, ["name": .string(name)],
                headers: [("Idempotency-Key", idempotencyKey)])
        }
        for number in 1...5 { #expect(try await create("app", "key \(number)").status == 201) }
        #expect(try await create("app", "key 6").status == 429)
        // Not even a stored answer is given without being counted.
        #expect(try await create("app", "key 1").status == 429)
        harness.time.advance(by: .seconds(1))
        let made = try await create("app", "key 6")
        #expect(made.status == 201)
        #expect(made.headers["idempotent-replayed"] == nil)
        #expect(try await create("app", "key 6").string("id") == made.string("id"))
    }

    @Test func withoutLimitsThereAreNoHeaders() async throws {
        let harness = try AccessHarness()
        let key = try await harness.makeKey()
        let answer = try await harness.call("GET", "/v1/push/apps", key: key)
        #expect(answer.status == 200)
        #expect(answer.headers["ratelimit-limit"] == nil)
    }
}
