// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing

@Suite struct RetryPolicyTests {
    typealias Outcome = RetryPolicy.Outcome

    static func refused(_ status: Int, _ code: String? = nil, after: Duration? = nil) -> Outcome {
        .refused(status: status, code: code, retryAfter: after)
    }

    static let rows: [(outcome: Outcome, methods: [String])] = [
        (refused(429), ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"]),
        (refused(429, "rate_limit.exceeded"), ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"]),
        (refused(429, "quota.exceeded"), []),
        (refused(429, "answer_wait.limit_exceeded"), []),
        (refused(503), ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"]),
        (refused(500), ["GET", "HEAD", "DELETE"]), (refused(502), ["GET", "HEAD", "DELETE"]),
        (refused(504), ["GET", "HEAD", "DELETE"]), (.noAnswer, ["GET", "HEAD", "DELETE"]),
        (refused(301), []), (refused(400), []), (refused(401), []), (refused(404), []), (refused(409), []),
        (refused(422), []),
    ]

    @Test(arguments: rows) func whatIsRepeated(_ outcome: Outcome, _ methods: [String]) {
        for method in ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"] {
            let delay = RetryPolicy.delay(after: outcome, method: method, attempt: 1, elapsed: .zero, chance: 0)
            #expect((delay != nil) == methods.contains(method), "\(method)")
        }
    }

    @Test(arguments: [
        (attempt: 1, chance: 0.0, delay: 0.5), (1, 0.5, 0.75), (1, 0.999, 0.9995), (2, 0, 1), (2, 0.999, 1.999),
        (3, 0, 2),
        (4, 0, 4), (4, 0.999, 7.996),
    ]) func backoff(_ attempt: Int, _ chance: Double, _ delay: Double) throws {
        let found = try #require(
            RetryPolicy.delay(after: Self.refused(503), method: "GET", attempt: attempt, elapsed: .zero, chance: chance)
        )
        #expect(abs(found / .seconds(1) - delay) < 0.001)
    }

    @Test func fiveAttempts() {
        for attempt in 1...6 {
            let delay = RetryPolicy.delay(
                after: Self.refused(503), method: "GET", attempt: attempt, elapsed: .zero, chance: 0)
            #expect((delay != nil) == (attempt < 5))
        }
    }

    @Test(
        arguments: [
            (hint: 0, elapsed: 0, delay: 0), (7, 0, 7), (60, 0, 60), (60, 1, nil), (61, 0, nil), (120, 0, nil),
            (900, 0, nil),
            (30, 30, 30), (30, 31, nil),
        ] as [(Int, Int, Int?)]) func hints(_ hint: Int, _ elapsed: Int, _ delay: Int?)
    {
        let found = RetryPolicy.delay(
            after: Self.refused(429, after: .seconds(hint)), method: "POST", attempt: 1, elapsed: .seconds(elapsed),
            chance: 0.9)
        #expect(found == delay.map { .seconds($0) })
    }
}
