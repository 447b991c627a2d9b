// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct SecrecyTests {
    /// The most verbose log of everything that can happen names no token, device, contact or client.
    @Test func nothingIsLogged() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device("verysecretdevice")
        relay.sender.answer(
            .misconfigured(reason: "403"), .rejected(reason: "400"), .dead, .again(after: nil), .delivered)
        var tokens: [SealedToken] = []
        for index in 0..<12 {
            let token = try relay.token(relay.device("verysecretdevice\(index)"), for: 0xC7)
            tokens.append(token)
            _ = try await relay.wake([token], from: "203.0.113.77")
            relay.pass(.seconds(70))
        }
        // A code, for which the token has no ticket, at a provider that quotes its request.
        let quoted = String(repeating: "0a1B", count: 16)
        relay.sender.answer(.misconfigured(reason: "403 \(quoted), \(quoted.dropLast(20))"))
        let asking = try relay.token(device) { ($0.ticket, $0.ticketExpires) = ([UInt8](repeating: 0, count: 16), 0) }
        _ = try await relay.post("/v1/sealed/enroll", ["token": .string(asking.text)])
        relay.pass(.seconds(100))
        #expect(relay.metrics.value(.enrolments) == 1)
        let text = relay.lines.withLock { $0.joined() }
        #expect(text.contains(": 403 [redacted], [redacted]\n") && !text.contains("0a1B"))
        #expect(text.contains("refuses this app") && text.contains("calls a request wrong"))
        #expect(!text.contains("verysecret") && !text.contains("203.0.113") && !text.contains("spt1"))
        #expect(!text.lowercased().contains("c7c7c7"))
        for token in tokens { #expect(!text.contains(token.text.dropFirst(30).prefix(20))) }
    }

    /// Counts are those of the last full minute.
    @Test func metrics() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        _ = try await relay.wake([relay.token()])
        relay.settle()
        func text(_ address: String) async throws -> String {
            String(decoding: try await relay.call("GET", "/metrics", from: address).body, as: UTF8.self)
        }
        #expect(try await text("127.0.0.1").contains("waxwing_relay_delivered_total 0\n"))
        relay.time.advance(by: .seconds(60))
        #expect(try await text("127.0.0.1").contains("waxwing_relay_delivered_total 1\n"))
        #expect(try await text("::1").contains("waxwing_relay_limited_revocations_total 0\n"))
    }

    /// The machine itself sees the counts, and whoever shows the credential that is for them: no gateway, and nobody through
    /// a proxy, whether it is trusted or not.
    @Test(
        arguments: [
            ("127.0.0.1", nil, [:], 200), ("::1", nil, [:], 200), ("::ffff:127.0.0.1", nil, [:], 200),
            ("192.0.2.1", nil, [:], 404), ("127.0.0.1", nil, ["X-Forwarded-For": "192.0.2.1"], 404),
            ("127.0.0.1", nil, ["x-forwarded-for": "127.0.0.1"], 404), ("127.0.0.1", nil, ["Forwarded": "for=_x"], 404),
            ("127.0.0.1", nil, ["Via": "1.1 proxy"], 404), ("127.0.0.1", nil, ["X-Real-IP": "127.0.0.1"], 404),
            ("192.0.2.1", "gateway", [:], 404), ("127.0.0.1", "gateway", [:], 404), ("192.0.2.1", "counts", [:], 200),
            ("192.0.2.1", "counts", ["X-Forwarded-For": "192.0.2.9"], 200), ("192.0.2.1", "other", [:], 404),
            ("192.0.2.1", "", [:], 404),
        ] as [(String, String?, [String: String], Int)])
    func metricsAreTheOperators(address: String, credential: String?, headers: [String: String], status: Int)
        async throws
    {
        let relay = try TestRelay(gateways: [Self.hash("gateway")], metricsCredential: Self.hash("counts"))
        let answer = try await relay.call(
            "GET", "/metrics", from: address, credential: credential, headers: headers.map { ($0.key, $0.value) })
        #expect(answer.status == status)
        if status == 404 { #expect(answer == RelayAnswer.notFound) }
    }

    private static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
