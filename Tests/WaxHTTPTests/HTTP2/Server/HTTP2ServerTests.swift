// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxSystem

@Suite(.timeLimit(.minutes(1))) struct HTTP2ServerTests {
    @Test func manyConnectionsOnSeveralThreads() throws {
        let connections = Locked<Set<HTTP2ConnectionID>>([])
        var configuration = HTTP2ServerConfiguration()
        configuration.threads = 3
        let harness = try HTTP2Harness(configuration: configuration) { requests, control in
            connections.withLock { $0.formUnion(requests.map(\.key.connection)) }
            HTTP2Harness.echo(requests, control)
        }
        let collector = OutcomeCollector()
        var clients: [HTTP2Client] = []
        for _ in 0..<30 { clients.append(try harness.client(collector)) }
        defer { clients.forEach { harness.stop($0) } }
        for (index, client) in clients.enumerated() {
            let first = UInt64(index * 100)
            client.submit((first..<first + 100).map { HTTP2Request(id: $0, path: "/", body: [1, 2, 3]) })
        }
        let content = collector.wait(for: 3000)
        #expect(content.outcomes.count == 3000)
        #expect(content.outcomes.values.allSatisfy { $0[0].status == 200 })
        #expect(connections.withLock { $0.count } == 30)
    }

    @Test func answersMayComeLaterFromAnyThreadInAnyOrder() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<100).map { HTTP2Request(id: $0, path: "/\($0)") })
        for request in held.take(100).reversed() {
            held.answer([request], status: 201, body: Array(request.path.utf8))
        }
        let content = collector.wait(for: 100)
        for (id, outcomes) in content.outcomes {
            guard case .response(let response) = outcomes[0] else { continue }
            #expect(response.status == 201 && response.body == Array("/\(id)".utf8))
        }
    }

    @Test func onlyTheFirstAnswerCounts() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([HTTP2Request(id: 0, path: "/")])
        let requests = held.take(1)
        held.answer(requests, status: 200)
        held.answer(requests, status: 500)
        #expect(collector.wait(for: 1).outcomes[0]?.first?.status == 200)
        held.answer(requests, status: 500)
        client.submit([HTTP2Request(id: 1, path: "/")])
        held.answer(held.take(1))
        #expect(collector.wait(for: 2).outcomes.values.allSatisfy { $0.count == 1 && $0[0].status == 200 })
    }

    @Test func bodyAboveTheLimitResetsItsStreamAlone() throws {
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumBody = 1000
        let harness = try HTTP2Harness(configuration: configuration)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit(
            [1000, 1001, 20_000].map {
                HTTP2Request(id: UInt64($0), path: "/", body: [UInt8](repeating: 0, count: $0))
            })
        let content = collector.wait(for: 3)
        #expect(content.outcomes[1000]?.first?.status == 200)
        for id: UInt64 in [1001, 20_000] {
            #expect(content.outcomes[id]?.first?.unknown == .reset(code: HTTP2ErrorCode.enhanceYourCalm))
        }
    }

    @Test func headerAboveTheLimitResetsItsStreamAlone() throws {
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumHeader = 100
        let harness = try HTTP2Harness(configuration: configuration)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([
            HTTP2Request(id: 0, path: "/", headers: ["x": String(repeating: "y", count: 200)]),
            HTTP2Request(id: 1, path: "/", headers: ["x": "y"]),
        ])
        let content = collector.wait(for: 2)
        #expect(content.outcomes[0]?.first?.unknown == .reset(code: HTTP2ErrorCode.enhanceYourCalm))
        #expect(content.outcomes[1]?.first?.status == 200)
    }

    @Test func slowReadingStillReadsAll() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([HTTP2Request(id: 0, path: "/")])
        let first = held.take(1)
        harness.server.control.perform(.limitReading(bytesPerSecond: 1_000_000), on: first[0].key.connection)
        held.answer(first)
        client.submit([HTTP2Request(id: 1, path: "/", body: [UInt8](repeating: 5, count: 120_000))])
        let second = held.take(1)
        #expect(second[0].body.count == 120_000)
        harness.server.control.perform(.limitReading(bytesPerSecond: nil), on: first[0].key.connection)
        held.answer(second)
        #expect(collector.wait(for: 2).count == 2)
    }

    @Test func eventsTellOfConnections() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler, onEvent: held.onEvent)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([HTTP2Request(id: 0, path: "/")])
        let request = held.take(1)[0]
        let opened = held.wait { event in if case .opened(let id) = event { id } else { nil } }
        #expect(opened == request.key.connection)
        client.close()
        let reason = held.wait { event in
            if case .closed(opened, let reason) = event { reason } else { nil }
        }
        #expect(reason.contains("closed by the peer"))
    }

    @Test func whoNeverShakesHandsIsDropped() throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.handshakeTimeout = .milliseconds(20)
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler, onEvent: held.onEvent)
        let connection = try PlainConnection(port: harness.server.port)
        let reason = held.wait { event in if case .closed(_, let reason) = event { reason } else { nil } }
        #expect(reason == "handshake timed out")
        #expect(connection.readToEnd().isEmpty)
        harness.stop()
    }

    @Test func noiseInPlaceOfAHandshakeEndsTheConnectionAlone() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(onEvent: held.onEvent)
        let connection = try PlainConnection(port: harness.server.port)
        connection.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        let reason = held.wait { event in if case .closed(_, let reason) = event { reason } else { nil } }
        #expect(reason.contains("TLS"))
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([HTTP2Request(id: 0, path: "/")])
        #expect(collector.wait(for: 1).outcomes[0]?.first?.status == 200)
    }

    @Test func portInUseIsSaid() throws {
        let harness = try HTTP2Harness()
        var configuration = HTTP2ServerConfiguration()
        configuration.port = harness.server.port
        let tls = try TLSContext(server: harness.authority.issue(for: ["localhost"]))
        #expect {
            _ = try HTTP2Server(tls: tls, configuration: configuration, onRequests: HTTP2Harness.echo)
        } throws: { "\($0)" == "bind: Address already in use" }
        harness.stop()
    }
}
