// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// Answers that wait for something outside, and clients that do not wait for them.
@Suite struct HeldAnswerTests {
    private func server(_ handler: TestHandler, threads: Int = 2) throws -> HTTPServer {
        var configuration = HTTPServer.Configuration.patient
        configuration.threads = threads
        configuration.inspectionInterval = .milliseconds(10)
        return try HTTPServer(configuration: configuration, handler: handler)
    }

    @Test func thousandsAreHeldByTwoThreads() async throws {
        let gate = Gate()
        let count = 2000
        try FileLimit.raise(forConnections: 2 * count)
        let server = try server(TestHandler { request in .text("\(await gate.pass()) \(request.head.path)") })
        let clients = try (0..<count).map { _ in try RawClient(port: server.boundPort) }
        for (number, client) in clients.enumerated() { client.get("/\(number)") }
        await gate.arrivals(count)
        gate.open()
        for (number, client) in clients.enumerated() {
            #expect(await client.response()?.text == "true /\(number)")
        }
        for client in clients { client.get("/again") }
        for client in clients { #expect(await client.response()?.text == "true /again") }
        await server.stop()
    }

    @Test func manyClientsAtOnce() async throws {
        let server = try server(
            TestHandler { request in
                await Task.yield()
                return .text("\(request.head.path) \(request.body.count)")
            })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    guard let client = try? RawClient(port: server.boundPort) else {
                        Issue.record("client \(number) cannot connect")
                        return
                    }
                    for turn in 0..<20 {
                        client.post("/\(number)/\(turn)", String(repeating: "x", count: number * turn))
                        #expect(await client.response()?.text == "/\(number)/\(turn) \(number * turn)")
                    }
                }
            }
        }
        await server.stop()
    }

    @Test(arguments: [RawClient.close, RawClient.reset, RawClient.finishSending])
    func aClientThatLeavesCancelsItsHandler(leave: @Sendable (RawClient) -> () -> Void) async throws {
        let gate = Gate()
        let server = try server(TestHandler { _ in .text("\(await gate.pass())") })
        let client = try RawClient(port: server.boundPort)
        client.get("/poll")
        await gate.arrivals(1)
        leave(client)()
        await gate.cancellations(1)
        if !client.isClosed { #expect(await client.remainder().isEmpty) }
        gate.open()
        let next = try RawClient(port: server.boundPort)
        next.get("/next")
        #expect(await next.response()?.text == "true")
        await server.stop()
    }

    @Test func aClientThatLeavesWithBytesUnreadIsNoticed() async throws {
        let gate = Gate()
        let server = try server(TestHandler { _ in .text("\(await gate.pass())") })
        let client = try RawClient(port: server.boundPort)
        client.get("/poll")
        client.get("/never read")
        await gate.arrivals(1)
        client.close()
        await gate.cancellations(1)
        await server.stop()
    }

    /// A handler that does not heed its cancellation keeps neither the connection nor the server.
    @Test func aStubbornHandlerAnswersNobody() async throws {
        let arrived = Gate()
        let stubborn = Gate()
        let server = try server(
            TestHandler { request in
                guard request.head.path == "/stubborn" else { return .text("served") }
                _ = await arrived.pass()
                _ = await Task.detached { await stubborn.pass() }.value
                return .text("too late")
            })
        arrived.open()
        let client = try RawClient(port: server.boundPort)
        client.get("/stubborn")
        await stubborn.arrivals(1)
        client.finishSending()
        #expect(await client.remainder().isEmpty)
        let next = try RawClient(port: server.boundPort)
        next.get("/next")
        #expect(await next.response()?.text == "served")
        await server.stop()
        stubborn.open()
    }

    /// Clients leave at every moment of a request while answers come from other threads.
    @Test func clientsThatComeAndGo() async throws {
        let server = try server(
            TestHandler { request in
                await Task.yield()
                if request.body.count % 2 == 0 { await Task.yield() }
                return .text("\(request.body.count)")
            }, threads: 4)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for turn in 0..<100 {
                        guard let client = try? RawClient(port: server.boundPort) else { continue }
                        client.post("/", String(repeating: "x", count: turn))
                        switch (number + turn) % 4 {
                        case 0: client.close()
                        case 1: client.reset()
                        case 2: client.finishSending()
                        default: #expect(await client.response()?.text == "\(turn)")
                        }
                    }
                }
            }
        }
        let client = try RawClient(port: server.boundPort)
        client.post("/", "last")
        #expect(await client.response()?.text == "4")
        await server.stop()
    }
}
