// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

/// Servers and a client that others have written, each of which is passed over when it is not installed.
@Suite(.timeLimit(.minutes(1))) struct HTTP2IndependentPeerTests {
    @Test(.enabled(if: IndependentPeer.path(of: "nghttpd") != nil), arguments: [[], ["--early-response"]])
    func nghttpd(options: [String]) throws {
        let program = try #require(IndependentPeer.path(of: "nghttpd"))
        let peer = try IndependentPeer(nghttpd: program, options: options)
        defer { peer.stop() }
        // More than a thousand, since servers count what they dislike and then end the connection.
        let connections = try push(3000, to: peer)
        #expect(connections == 1)
    }

    @Test(.enabled(if: IndependentPeer.path(of: "nginx") != nil))
    func nginxThatGoesAwayAllTheTime() throws {
        let program = try #require(IndependentPeer.path(of: "nginx"))
        let peer = try IndependentPeer(nginx: program, requests: 50, streams: 10)
        defer { peer.stop() }
        let connections = try push(1000, to: peer)
        #expect(connections >= 20)
    }

    @Test(.enabled(if: IndependentPeer.path(of: "curl") != nil)) func curl() async throws {
        let program = try #require(IndependentPeer.path(of: "curl"))
        let harness = try HTTP2Harness { requests, control in
            control.respond(
                requests.map { request in
                    let text = "\(request.method) \(request.path) \(request.headers["x-a"] ?? "") \(request.body.count)"
                    return HTTP2ServerResponse(to: request.key, status: 418, body: Array(text.utf8))
                })
        }
        defer { harness.stop() }
        let directory = try TemporaryDirectory()
        try harness.authority.certificatePEM.write(
            toFile: directory.file("roots.pem"), atomically: true, encoding: .utf8)
        try Data(count: 200_000).write(to: URL(fileURLWithPath: directory.file("body")))
        let client = try ChildProcess([
            program, "--silent", "--http2", "--cacert", directory.file("roots.pem"), "-H", "X-A: b", "--data-binary",
            "@" + directory.file("body"), "--write-out", " %{http_code} %{http_version}",
            "https://localhost:\(harness.server.port)/3/device/00?x=y",
        ])
        #expect(try await client.end() == .exited(0))
        #expect(client.output == "POST /3/device/00?x=y b 200000 418 2")
    }

    /// Sends until each request has been answered, those again that were certainly not processed.
    ///
    /// - Returns: How many connections it took.
    private func push(_ count: UInt64, to peer: IndependentPeer) throws -> Int {
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.firstBackoff = .milliseconds(1)
        configuration.maximumBackoff = .milliseconds(10)
        let client = try HTTP2Client(
            endpoint: HTTP2Endpoint(host: "127.0.0.1", port: peer.port), tls: peer.trust,
            configuration: configuration, onEvent: { collector.add($0) }, onOutcomes: { collector.add($0) })
        defer {
            client.close()
            client.waitUntilClosed()
        }
        var waiting = Set(0..<count)
        var seen = 0
        while !waiting.isEmpty {
            client.submit(
                waiting.map { HTTP2Request(id: $0, path: "/push", body: [UInt8](repeating: 65, count: 700)) })
            seen += waiting.count
            for (id, outcomes) in collector.wait(for: seen).outcomes where waiting.contains(id) {
                guard let last = outcomes.last, last.notProcessed == nil else { continue }
                #expect(last.status == 200, "\(last)")
                waiting.remove(id)
            }
        }
        return collector.current.events.count { $0 == .connected }
    }
}
