// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

/// A client's connections against a real server.
@Suite(.timeLimit(.minutes(1))) struct HTTP2ClientPoolTests {
    @Test func nothingWaitsForAConnectionThatIsGoingAway() throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 3
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<5).map { HTTP2Request(id: $0, path: "/") })
        let old = held.take(3)
        harness.server.control.perform(
            .goAway(lastStreamID: nil, code: 0, debugData: []), on: old[0].key.connection)
        // The two that waited come over another connection, while the three are still open on the first.
        let others = held.take(2)
        #expect(others.allSatisfy { $0.key.connection != old[0].key.connection })
        client.submit([HTTP2Request(id: 5, path: "/")])
        let later = held.take(1)
        #expect(later[0].key.connection == others[0].key.connection)
        held.answer(others + later)
        #expect(Set(collector.wait(for: 3).outcomes.keys) == [3, 4, 5])
        held.answer(old)
        let content = collector.wait(for: 6)
        #expect(content.outcomes.values.allSatisfy { $0.count == 1 && $0[0].status == 200 })
        // The first connection ends with its last stream.
        collector.wait { $0 == .disconnected(.goAway(code: 0)) }
        #expect(collector.current.events.filter { $0 == .connected }.count == 2)
    }

    @Test func fewStreamsAndLongWaitsOpenMoreConnectionsUpToTheBound() throws {
        let held = HeldRequests()
        let time = ManualTime()
        var serverConfiguration = HTTP2ServerConfiguration()
        serverConfiguration.maximumStreams = 2
        let harness = try HTTP2Harness(configuration: serverConfiguration, handler: held.handler)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.initialStreamLimit = 1
        configuration.maximumConnections = 3
        let client = try harness.client(collector, configuration: configuration, time: time)
        defer { harness.stop(client) }
        client.submit((0..<40).map { HTTP2Request(id: $0, path: "/") })
        var open: [HTTP2ServerRequest] = []
        for connection in 1...3 {
            // Each new connection has one stream until its first answer.
            let first = held.take(1)
            #expect(Set((open + first).map(\.key.connection)).count == connection)
            held.answer(first)
            open += held.take(2)
            time.advance(by: .milliseconds(250))
            client.wake()
        }
        #expect(open.count == 6 && Set(open.map(\.key.connection)).count == 3 && held.mostOpen <= 6)
        // At the bound: what waits is taken by those that are there.
        time.advance(by: .seconds(1))
        client.wake()
        held.answer(open)
        var connections: Set<HTTP2ConnectionID> = []
        for _ in 0..<31 {
            let next = held.take(1)
            connections.insert(next[0].key.connection)
            held.answer(next)
        }
        #expect(connections == Set(open.map(\.key.connection)))
        let content = collector.wait(for: 40)
        #expect(content.outcomes.count == 40 && content.events.filter { $0 == .connected }.count == 3)
    }

    @Test func manyStreamsAreEnoughHoweverMuchWaits() throws {
        let held = HeldRequests()
        let time = ManualTime()
        var serverConfiguration = HTTP2ServerConfiguration()
        serverConfiguration.maximumStreams = 500
        let harness = try HTTP2Harness(configuration: serverConfiguration, handler: held.handler)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumConnections = 4
        let client = try harness.client(collector, configuration: configuration, time: time)
        defer { harness.stop(client) }
        client.submit((0..<1000).map { HTTP2Request(id: $0, path: "/") })
        // Until an answer is accepted there are a hundred.
        held.answer(held.take(100))
        let open = held.take(500)
        time.advance(by: .seconds(5))
        client.wake()
        held.answer(open)
        held.answer(held.take(400))
        #expect(collector.wait(for: 1000).outcomes.values.allSatisfy { $0.count == 1 && $0[0].status == 200 })
        #expect(collector.current.events == [.connected, .streamLimit(500)])
    }

    @Test func renewedConnectionsEndWithTheirStreams() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        // Nothing was answered yet: the connection that there is, is new.
        try client.renew()
        client.submit([HTTP2Request(id: 0, path: "/"), HTTP2Request(id: 1, path: "/")])
        let first = held.take(2)
        held.answer([first[0]])
        _ = collector.wait(for: 1)
        try client.renew()
        client.submit([HTTP2Request(id: 2, path: "/")])
        let second = held.take(1)
        #expect(second[0].key.connection != first[0].key.connection)
        held.answer([first[1]] + second)
        #expect(collector.wait(for: 3).outcomes.values.allSatisfy { $0[0].status == 200 })
        collector.wait { $0 == .disconnected(.closed) }
        client.close()
        client.waitUntilClosed()
        client.submit([HTTP2Request(id: 3, path: "/")])
        #expect(collector.current.outcomes[3]?.first?.notProcessed == .closed)
    }

    /// A storm of ends: no thread is left behind that a later close would wait for.
    @Test func manySuccessorsInARow() throws {
        let harness = try HTTP2Harness(handler: { requests, control in
            control.respond(requests.map { HTTP2ServerResponse(to: $0.key, status: 200) })
            for request in requests where request.path == "/last" {
                control.perform(.goAway(lastStreamID: nil, code: 0, debugData: []), on: request.key.connection)
            }
        })
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        for round: UInt64 in 0..<50 {
            client.submit((0..<20).map { HTTP2Request(id: round * 20 + $0, path: $0 == 10 ? "/last" : "/") })
        }
        #expect(collector.wait(for: 1000).outcomes.values.allSatisfy { $0.count == 1 })
    }
}
