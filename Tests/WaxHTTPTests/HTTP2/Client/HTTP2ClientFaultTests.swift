// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

@Suite(.timeLimit(.minutes(1))) struct HTTP2ClientFaultTests {
    @Test func goAwayInTheMiddle() throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 10
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler, onEvent: held.onEvent)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<14).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(10)
        let connection = requests[0].key.connection
        let reason = Array(#"{"reason":"Shutdown"}"#.utf8)
        harness.server.control.perform(
            .goAway(lastStreamID: requests[4].key.streamID, code: 0, debugData: reason), on: connection)
        held.answer(Array(requests[0...1]))
        var content = collector.wait(for: 7)
        for id: UInt64 in 0...1 { #expect(content.outcomes[id]?.first?.status == 200) }
        for id: UInt64 in 5...9 { #expect(content.outcomes[id]?.first?.notProcessed == .goAway(code: 7)) }
        #expect(
            content.events.filter { $0 == .goAway(lastStreamID: requests[4].key.streamID, code: 0, debugData: reason) }
                .count == 1)
        harness.server.control.perform(.close, on: connection)
        content = collector.wait(for: 10)
        for id: UInt64 in 2...4 { #expect(content.outcomes[id]?.first?.unknown == .goAway(code: 0)) }
        // What was waiting goes out on a new connection.
        let others = held.take(4)
        #expect(others.allSatisfy { $0.key.connection != connection })
        held.answer(others)
        content = collector.wait(for: 14)
        for id: UInt64 in 10...13 { #expect(content.outcomes[id]?.first?.status == 200) }
        #expect(content.events.filter { $0 == .connected }.count == 2)
    }

    @Test func resetStreams() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<3).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(3)
        harness.server.control.resetStream(requests[0].key, code: HTTP2ErrorCode.refusedStream)
        harness.server.control.resetStream(requests[1].key, code: HTTP2ErrorCode.internalError)
        held.answer([requests[2]])
        let content = collector.wait(for: 3)
        #expect(content.outcomes[0]?.first?.notProcessed == .refused)
        #expect(content.outcomes[1]?.first?.unknown == .reset(code: HTTP2ErrorCode.internalError))
        #expect(content.outcomes[2]?.first?.status == 200)
    }

    @Test(arguments: [HTTP2ServerCommand.reset, .close])
    func connectionEndsInTheMiddle(command: HTTP2ServerCommand) throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 5
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<7).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(5)
        held.answer([requests[0]])
        _ = collector.wait(for: 1)
        let more = held.take(1)
        #expect(more.count == 1)
        harness.server.control.perform(command, on: requests[0].key.connection)
        let content = collector.wait(for: 6)
        for id: UInt64 in 1...5 {
            guard case .connectionLost = content.outcomes[id]?.first?.unknown else {
                Issue.record("\(id): \(String(describing: content.outcomes[id]))")
                continue
            }
        }
        let last = held.take(1)
        held.answer(last)
        #expect(collector.wait(for: 7).outcomes[6]?.first?.status == 200)
    }

    @Test func silentServer() throws {
        let held = HeldRequests()
        let time = ManualTime()
        let harness = try HTTP2Harness(handler: held.handler, onEvent: held.onEvent)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumStreams = 2
        configuration.queueTimeout = .seconds(5000)
        configuration.responseTimeout = .seconds(3000)
        configuration.busyPing = .seconds(86_400)
        let client = try harness.client(collector, configuration: configuration, time: time)
        defer { harness.stop(client) }
        client.submit((0..<3).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(2)
        time.advance(by: .seconds(3000))
        client.wake()
        #expect(collector.wait(for: 2).outcomes.values.allSatisfy { $0.first?.unknown == .timedOut })
        let code = held.wait { event in
            if case .cancelled(requests[0].key, let code) = event { code } else { nil }
        }
        #expect(code == HTTP2ErrorCode.cancel)
        // The two resets have made room.
        let third = held.take(1)
        client.submit((3..<6).map { HTTP2Request(id: $0, path: "/") })
        let fourth = held.take(1)
        time.advance(by: .seconds(2999))
        client.wake()
        held.answer(third + fourth)
        #expect(collector.wait(for: 4).count == 4)
        let others = held.take(2)
        held.answer(others)
        #expect(collector.wait(for: 6).outcomes.values.allSatisfy { $0.count == 1 })
    }

    @Test func requestsThatWaitTooLongAreNotSent() throws {
        let held = HeldRequests()
        let time = ManualTime()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.maximumStreams = 1
        configuration.queueTimeout = .seconds(5)
        let client = try harness.client(collector, configuration: configuration, time: time)
        defer { harness.stop(client) }
        client.submit((0..<2).map { HTTP2Request(id: $0, path: "/") })
        let request = held.take(1)
        time.advance(by: .seconds(5))
        client.wake()
        #expect(collector.wait(for: 1).outcomes[1]?.first?.notProcessed == .timedOut)
        held.answer(request)
        #expect(collector.wait(for: 2).outcomes[0]?.first?.status == 200)
        #expect(held.mostOpen == 1)
    }

    @Test func requestsThatComeTooLateAreNotSent() throws {
        let held = HeldRequests()
        let time = ManualTime()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector, time: time)
        defer { harness.stop(client) }
        let deadline = time.uptime()
        client.submit([HTTP2Request(id: 0, path: "/")], before: deadline)
        held.answer(held.take(1))
        time.advance(by: .microseconds(1))
        client.submit((1...2).map { HTTP2Request(id: $0, path: "/") }, before: deadline)
        let outcomes = collector.wait(for: 3).outcomes
        #expect(outcomes[0]?.first?.status == 200)
        for id: UInt64 in 1...2 { #expect(outcomes[id]?.first?.notProcessed == .timedOut) }
    }

    @Test func serverThatStopsReadingIsFoundByPing() throws {
        let held = HeldRequests()
        let time = ManualTime()
        let harness = try HTTP2Harness(handler: held.handler)
        let collector = OutcomeCollector()
        var configuration = HTTP2ClientConfiguration()
        configuration.responseTimeout = .seconds(86_400)
        let client = try harness.client(collector, configuration: configuration, time: time)
        defer { harness.stop(client) }
        client.submit((0..<2).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(2)
        harness.server.control.perform(.limitReading(bytesPerSecond: 1), on: requests[0].key.connection)
        // The answer comes after the command has been carried out.
        held.answer([requests[0]])
        _ = collector.wait(for: 1)
        while collector.current.count == 1 {
            time.advance(by: .seconds(1))
            client.wake()
            sched_yield()
        }
        #expect(collector.current.outcomes[1]?.first?.unknown == .connectionLost("no answer to PING"))
    }

    @Test func reconnectsAfterARestartOnTheSamePort() throws {
        let collector = OutcomeCollector()
        var configuration = HTTP2ServerConfiguration()
        var harness = try HTTP2Harness(configuration: configuration)
        let tls = try TLSContext(server: harness.authority.issue(for: ["127.0.0.1"]))
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit([HTTP2Request(id: 0, path: "/")])
        #expect(collector.wait(for: 1).outcomes[0]?.first?.status == 200)
        harness.server.close()
        collector.wait { if case .disconnected = $0 { true } else { false } }
        harness.server.waitUntilClosed()
        client.submit([HTTP2Request(id: 1, path: "/")])
        guard case .connectFailed = collector.wait(for: 2).outcomes[1]?.first?.notProcessed else {
            Issue.record("\(collector.current.outcomes)")
            return
        }
        configuration.port = harness.server.port
        harness.server = try HTTP2Server(tls: tls, configuration: configuration, onRequests: HTTP2Harness.echo)
        client.submit([HTTP2Request(id: 2, path: "/")])
        #expect(collector.wait(for: 3).outcomes[2]?.first?.status == 200)
    }

    @Test func closingDrains() throws {
        let held = HeldRequests()
        var configuration = HTTP2ServerConfiguration()
        configuration.maximumStreams = 2
        let harness = try HTTP2Harness(configuration: configuration, handler: held.handler)
        let collector = OutcomeCollector()
        let client = try harness.client(collector)
        defer { harness.stop(client) }
        client.submit((0..<3).map { HTTP2Request(id: $0, path: "/") })
        let requests = held.take(2)
        client.close(drain: .seconds(30))
        #expect(collector.wait(for: 1).outcomes[2]?.first?.notProcessed == .closed)
        held.answer([requests[0]])
        _ = collector.wait(for: 2)
        client.close()
        client.waitUntilClosed()
        #expect(collector.current.outcomes[0]?.first?.status == 200)
        #expect(collector.current.outcomes[1]?.first?.unknown == .closed)
        client.submit([HTTP2Request(id: 3, path: "/")])
        #expect(collector.current.outcomes[3]?.first?.notProcessed == .closed)
        #expect(collector.current.count == 4)
    }

    @Test func forgottenClientGivesItsRequestsBack() throws {
        let held = HeldRequests()
        let harness = try HTTP2Harness(handler: held.handler)
        defer { harness.stop() }
        let collector = OutcomeCollector()
        var client: HTTP2Client? = try harness.client(collector)
        client?.submit([HTTP2Request(id: 0, path: "/")])
        _ = held.take(1)
        client = nil
        #expect(collector.wait(for: 1).outcomes[0]?.first?.unknown == .closed)
    }
}
