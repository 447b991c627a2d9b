// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

@Suite(.timeLimit(.minutes(1))) struct HTTP2ClientConnectTests {
    @Test(arguments: ["127.0.0.1", "localhost"]) func trustedNameOrAddress(host: String) throws {
        let harness = try HTTP2Harness()
        defer { harness.stop() }
        #expect(try outcome(host: host, port: harness.server.port, trusting: harness.trust).status == 200)
    }

    @Test func unknownAuthorityIsRefused() throws {
        let harness = try HTTP2Harness()
        defer { harness.stop() }
        let other = try CertificateAuthority(name: "Other root")
        let trust = try TLSContext(clientTrusting: .pem(other.certificatePEM))
        try expectFailure(harness.endpoint, trust, "certificate")
        try expectFailure(harness.endpoint, TLSContext(clientTrusting: .system), "certificate")
    }

    @Test func otherNamesCertificateIsRefused() throws {
        let harness = try HTTP2Harness(names: ["push.example", "10.0.0.1"])
        defer { harness.stop() }
        try expectFailure(harness.endpoint, harness.trust, "IP address mismatch")
        let named = HTTP2Endpoint(host: "localhost", port: harness.server.port)
        try expectFailure(named, harness.trust, "hostname mismatch")
    }

    @Test func expiredCertificateIsRefused() throws {
        let authority = try CertificateAuthority(name: "Test root")
        let identity = try authority.issue(for: ["127.0.0.1"], lifetime: .seconds(-60))
        let server = try HTTP2Server(tls: TLSContext(server: identity), onRequests: HTTP2Harness.echo)
        defer {
            server.close()
            server.waitUntilClosed()
        }
        let trust = try TLSContext(clientTrusting: .pem(authority.certificatePEM))
        try expectFailure(HTTP2Endpoint(host: "127.0.0.1", port: server.port), trust, "expired")
    }

    @Test(arguments: [[], ["http/1.1"]]) func serverWithoutHTTP2IsRefused(protocols: [String]) throws {
        let authority = try CertificateAuthority(name: "Test root")
        let tls = try TLSContext(server: authority.issue(for: ["127.0.0.1"]), protocols: protocols)
        let server = try HTTP2Server(tls: tls, onRequests: HTTP2Harness.echo)
        defer {
            server.close()
            server.waitUntilClosed()
        }
        let trust = try TLSContext(clientTrusting: .pem(authority.certificatePEM))
        try expectFailure(HTTP2Endpoint(host: "127.0.0.1", port: server.port), trust, "TLS")
    }

    @Test func nobodyListens() throws {
        let harness = try HTTP2Harness()
        let endpoint = harness.endpoint
        harness.stop()
        try expectFailure(endpoint, harness.trust, "connect: Connection refused")
    }

    @Test func unknownHost() throws {
        let harness = try HTTP2Harness()
        defer { harness.stop() }
        // RFC 6761, section 6.4: this name has no address.
        try expectFailure(HTTP2Endpoint(host: "nowhere.invalid"), harness.trust, "nowhere.invalid")
    }

    @Test func serverThatNeverShakesHands() throws {
        let harness = try HTTP2Harness()
        defer { harness.stop() }
        let listener = try SilentListener()
        let time = ManualTime()
        let collector = OutcomeCollector()
        let client = try HTTP2Client(
            endpoint: HTTP2Endpoint(host: "127.0.0.1", port: listener.port), tls: harness.trust, time: time,
            onOutcomes: { collector.add($0) })
        defer {
            client.close()
            client.waitUntilClosed()
        }
        client.submit([HTTP2Request(id: 0, path: "/")])
        listener.waitForConnection()
        time.advance(by: .seconds(10))
        client.wake()
        #expect(
            collector.wait(for: 1).outcomes[0]?.first?.notProcessed
                == .connectFailed("connect: Connection timed out"))
    }

    private func expectFailure(_ endpoint: HTTP2Endpoint, _ trust: TLSContext, _ part: String) throws {
        let outcome = try outcome(host: endpoint.host, port: endpoint.port, trusting: trust)
        guard case .connectFailed(let reason) = outcome.notProcessed else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.contains(part))
    }

    private func outcome(host: String, port: UInt16, trusting trust: TLSContext) throws -> HTTP2Outcome {
        let collector = OutcomeCollector()
        let client = try HTTP2Client(
            endpoint: HTTP2Endpoint(host: host, port: port), tls: trust, onOutcomes: { collector.add($0) })
        client.submit([HTTP2Request(id: 0, path: "/", body: [1])])
        let outcomes = collector.wait(for: 1).outcomes[0]
        client.close()
        client.waitUntilClosed()
        return try #require(outcomes?.first)
    }
}
