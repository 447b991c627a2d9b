// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct ConnectionLimitTests {
    @Test func tokensAreCounted() async throws {
        let relay = try TestRelay()
        let tokens = try (0..<32).map { _ in try relay.token() }
        for _ in 0..<3 { #expect(try await relay.wake(tokens) == RelayAnswer.accepted) }
        let refusal = try await relay.wake(tokens)
        #expect(refusal.status == 429 && refusal.headers["Retry-After"] == "8")
        #expect(try await relay.wake(Array(tokens.prefix(16))) == RelayAnswer.accepted)
        #expect(try await relay.wake(tokens, from: "192.0.2.2") == RelayAnswer.accepted)
        relay.time.advance(by: .seconds(32))
        #expect(try await relay.wake(tokens) == RelayAnswer.accepted)
    }

    /// Calls that make no sense count too.
    @Test func malformedCallsAreCounted() async throws {
        let relay = try TestRelay()
        for _ in 0..<120 { #expect(try await relay.call("POST", "/v1/sealed/wake").status == 400) }
        #expect(try await relay.call("POST", "/v1/sealed/wake").status == 429)
    }

    /// An IPv6 client has its whole network of 64 bits; a mapped address is the IPv4 one.
    @Test(arguments: [
        ("2001:db8::1", "2001:db8::ffff:1", true), ("2001:db8::1", "2001:db8:0:1::1", false),
        ("::ffff:192.0.2.9", "192.0.2.9", true), ("192.0.2.8", "192.0.2.9", false),
    ])
    func addresses(first: String, second: String, isSame: Bool) throws {
        #expect((ClientKey(IPAddress(first)) == ClientKey(IPAddress(second))) == isSame)
    }

    @Test func gatewaysAreKnownByTheirCredential() async throws {
        let hash = Array(SHA256.hash(data: Array("let-me-in".utf8)))
        let relay = try TestRelay(gateways: [hash])
        let tokens = try (0..<32).map { _ in try relay.token() }
        for _ in 0..<10 { #expect(try await relay.wake(tokens, credential: "let-me-in") == RelayAnswer.accepted) }
        for _ in 0..<3 { _ = try await relay.wake(tokens, credential: "let-me-out") }
        #expect(try await relay.wake(tokens, credential: "let-me-out").status == 429)
    }

    /// Clients of a proxy on this machine that is not trusted share a budget, which is not the machine's; one line says so.
    @Test func clientsOfAnUnknownProxy() async throws {
        let relay = try TestRelay()
        for client in 0..<120 {
            let headers = [("X-Forwarded-For", "192.0.2.\(client)")]
            #expect(try await relay.call("POST", "/v1/sealed/wake", from: "127.0.0.1", headers: headers).status == 400)
        }
        for header in ["X-Forwarded-For", "Forwarded", "Via"] {
            let headers = [(header, "192.0.2.200")]
            #expect(try await relay.call("POST", "/v1/sealed/wake", from: "127.0.0.1", headers: headers).status == 429)
        }
        #expect(try await relay.call("POST", "/v1/sealed/wake", from: "127.0.0.1").status == 400)
        // What a proxy that is trusted says of its client was taken over before.
        let headers = [("X-Forwarded-For", "192.0.2.1")]
        #expect(try await relay.call("POST", "/v1/sealed/wake", from: "192.0.2.1", headers: headers).status == 400)
        #expect(relay.lines.withLock { $0.count { $0.contains("trusted_proxies") } } == 1)
    }

    /// Each gateway has a budget of its own, wherever it calls from, and an address that calls beside it another.
    @Test func gatewaysHaveABudget() async throws {
        let hashes = ["one", "two"].map { Array(SHA256.hash(data: Array($0.utf8))) }
        var limits = RelayLimits()
        limits.gatewayPerMinute = 600
        let relay = try TestRelay(limits: limits, gateways: hashes)
        let tokens = try (0..<32).map { _ in try relay.token() }
        #expect(try await relay.wake(tokens, credential: "one") == RelayAnswer.accepted)
        let refusal = try await relay.wake(tokens, from: "192.0.2.2", credential: "one")
        #expect(refusal.status == 429 && refusal.headers["Retry-After"] == "1")
        #expect(try await relay.wake(tokens, credential: "two") == RelayAnswer.accepted)
        #expect(try await relay.wake(tokens) == RelayAnswer.accepted)
        relay.time.advance(by: .seconds(1))
        #expect(try await relay.wake(tokens, credential: "one") == RelayAnswer.accepted)
    }

    /// A client that floods the queue is refused itself; another is not, and waits behind none of the flood.
    @Test func garbageOfOneDoesNotDelayAnother() async throws {
        var limits = TestRelay.wide
        limits.opensPerSecond = 100
        limits.queue = 8000
        let relay = try TestRelay(limits: limits)
        var bytes = try relay.token().bytes
        var sent = 0
        while sent < 2000 {
            var garbage: [SealedToken] = []
            for _ in 0..<32 {
                sent += 1
                bytes.replaceSubrange(1300..<1308, with: UInt64(sent).bigEndianBytes)
                garbage.append(try SealedToken(bytes: bytes))
            }
            if try await relay.wake(garbage, from: "198.51.100.1") == RelayAnswer.overloaded { break }
        }
        #expect(sent > 900 && sent < 1100)
        let good = relay.device("good")
        #expect(try await relay.wake([relay.token(good)], from: "192.0.2.1") == RelayAnswer.accepted)
        let start = relay.time.uptime()
        while relay.messages(good).isEmpty, relay.time.uptime() - start < .seconds(60) { relay.pass(.milliseconds(10)) }
        #expect(relay.time.uptime() - start < .seconds(1))
        #expect(relay.metrics.value(.notOpened) < 100)
    }

    @Test func fullQueuesRefuse() async throws {
        var limits = TestRelay.wide
        limits.queue = 128
        let relay = try TestRelay(limits: limits)
        let tokens = try (0..<32).map { _ in try relay.token() }
        #expect(try await relay.wake(tokens, from: "192.0.2.1") == RelayAnswer.accepted)
        #expect(try await relay.wake(tokens, from: "192.0.2.1") == RelayAnswer.accepted)
        #expect(try await relay.wake(tokens, from: "192.0.2.1") == RelayAnswer.overloaded)
        #expect(try await relay.wake(tokens, from: "192.0.2.2") == RelayAnswer.accepted)
        #expect(try await relay.wake(tokens, from: "192.0.2.3") == RelayAnswer.accepted)
        // Nothing is read any more.
        #expect(try await relay.call("POST", "/v1/sealed/wake", [1], from: "192.0.2.4") == RelayAnswer.overloaded)
    }

    /// Before anything of a call is read, on each route that opens tokens; owners are told only when the queue is full.
    @Test(arguments: [
        ("/v1/sealed/wake", true, true), ("/issue-notification", true, true), ("/v1/sealed/enroll", true, false),
        ("/v1/sealed/ticket", true, false), ("/v1/sealed/revoke", true, false), ("/v1/sealed/revoke-all", true, false),
    ])
    func overload(path: String, whenQueueIsFull: Bool, whenMuchWaits: Bool) async throws {
        var limits = TestRelay.wide
        (limits.queue, limits.waiting) = (64, 1)
        let full = try TestRelay(limits: limits)
        _ = try await full.wake((0..<32).map { try full.token(full.device("\($0)")) }, from: "192.0.2.2")
        _ = try await full.wake((0..<32).map { try full.token(full.device("\($0)")) }, from: "192.0.2.2")
        let refusal = try await full.call("POST", path, Array("{".utf8))
        #expect((refusal == RelayAnswer.overloaded) == whenQueueIsFull)
        let waits = try TestRelay(limits: limits)
        for contact in UInt8(1)...2 { _ = try await waits.wake([waits.token(for: contact)]) }
        waits.settle()
        #expect(waits.metrics.value(.gathered) == 1)
        let other = try await waits.call("POST", path, Array("{".utf8))
        #expect((other == RelayAnswer.overloaded) == whenMuchWaits)
    }

    @Test func configuredLimits() throws {
        let text = #"{"limits":{"connection_per_minute":7,"silent_seconds":60},"trusted_proxies":["10.0.0.0/8"]}"#
        let limits = try RelayConfiguration(Array(text.utf8)).limits
        #expect(limits.connectionPerMinute == 7 && limits.silentSeconds == 60 && limits.cipherBurst == 6)
        let hash = String(repeating: "ab", count: 32)
        let metrics = try RelayConfiguration(Array("{\"metrics\":\"\(hash)\"}".utf8)).metrics
        #expect(metrics == [UInt8](repeating: 0xab, count: 32))
        for text in [
            "", "[]", #"{"x":1}"#, #"{"limits":{"x":1}}"#, #"{"limits":{"queue":0}}"#, #"{"limits":{"queue":"1"}}"#,
            #"{"gateways":["00"]}"#, #"{"trusted_proxies":["x"]}"#, #"{"apps":{"":{}}}"#, #"{"apps":{"a":{"x":1}}}"#,
            #"{"apps":{"a":{"apns":{}}}}"#, #"{"apps":{"a":{"alert_text":""}}}"#,
            #"{"limits":{"connection_burst":31}}"#,
            "{\"gateways\":[\"\(String(repeating: "+f", count: 32))\"]}", #"{"metrics":"00"}"#, #"{"metrics":[]}"#,
            "{\"gateways\":[\"\(hash)\"],\"metrics\":\"\(hash)\"}", #"{"push_services":"push.example"}"#,
        ] {
            #expect(throws: RelayError.self, "\(text)") { try RelayConfiguration(Array(text.utf8)) }
        }
    }
}
