// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// Starting, waiting and stopping.
@Suite struct ServerLifetimeTests {
    private func configuration() -> HTTPServer.Configuration {
        var configuration = HTTPServer.Configuration.patient
        configuration.inspectionInterval = .milliseconds(10)
        configuration.threads = 2
        return configuration
    }

    @Test func whatRunsIsFinishedBeforeTheServerStops() async throws {
        let gate = Gate()
        var configuration = configuration()
        // No other test takes a port at this address.
        let host: UInt32 = 0x7f00_0008
        configuration.address = .v4(host)
        let server = try HTTPServer(
            configuration: configuration, handler: TestHandler { _ in .text("\(await gate.pass())") })
        let idle = try RawClient(port: server.boundPort, host: host)
        let client = try RawClient(port: server.boundPort, host: host)
        client.get("/running")
        await gate.arrivals(1)
        async let stopped: Void = server.stop(deadline: .seconds(60))
        #expect(await idle.remainder().isEmpty)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.boundPort, host: host) }
        gate.open()
        let response = try #require(await client.response())
        #expect(response.text == "true" && response.headers["Connection"] == "close")
        await stopped
    }

    @Test func whatDoesNotFinishIsCancelledAtTheDeadline() async throws {
        let gate = Gate()
        let server = try HTTPServer(
            configuration: configuration(), handler: TestHandler { _ in .text("\(await gate.pass())") })
        let client = try RawClient(port: server.boundPort)
        client.get("/held")
        await gate.arrivals(1)
        await server.stop(deadline: .zero)
        await gate.cancellations(1)
        #expect(await client.response()?.text == "refused GET /held: stopping")
        await server.stop()
    }

    @Test func aServerThatIsLetGoStops() async throws {
        let gate = Gate()
        var server: HTTPServer? = try HTTPServer(
            configuration: configuration(), handler: TestHandler { _ in .text("\(await gate.pass())") })
        let client = try RawClient(port: try #require(server?.boundPort))
        client.get("/held")
        await gate.arrivals(1)
        server = nil
        #expect(await client.response()?.status == 503)
        #expect(await client.remainder().isEmpty)
    }

    @Test(
        arguments: [
            "", "GET / HTTP/1.1\r\nHos", "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf",
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
        ])
    func slowClientsAreCutOff(bytes: String) async throws {
        var configuration = configuration()
        configuration.idleTimeout = .milliseconds(30)
        configuration.bodyTimeout = .milliseconds(30)
        let server = try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        let client = try RawClient(port: server.boundPort)
        client.send(bytes)
        #expect(await client.remainder().isEmpty)
        await server.stop()
    }

    @Test func aDripOfBytesDoesNotKeepAConnection() async throws {
        let time = ManualTime()
        let server = try HTTPServer(configuration: oneThread(), handler: TestHandler.echo, time: time)
        let client = try RawClient(port: server.boundPort)
        client.send("GET / HTTP/1.1\r\n")
        try await expectAccepted(server)
        for _ in 0..<12 {
            client.send("X: y\r\n")
            time.advance(by: .seconds(6))
        }
        #expect(await client.remainder().isEmpty)
        try await expectAccepted(server)
        await server.stop()
    }

    @Test func aHeldAnswerHasNoTimeout() async throws {
        let time = ManualTime()
        let gate = Gate()
        let server = try HTTPServer(
            configuration: oneThread(),
            handler: TestHandler { request in .text(request.head.path == "/held" ? "\(await gate.pass())" : "") },
            time: time)
        let held = try RawClient(port: server.boundPort)
        held.get("/held")
        await gate.arrivals(1)
        let idle = try RawClient(port: server.boundPort)
        try await expectAccepted(server)
        time.advance(by: .seconds(3600))
        #expect(await idle.remainder().isEmpty)
        gate.open()
        #expect(await held.response()?.text == "true")
        await server.stop()
    }

    /// One thread accepts connections in their order.
    private func oneThread() -> HTTPServer.Configuration {
        var configuration = configuration()
        configuration.threads = 1
        // The time stands until the test moves it.
        configuration.idleTimeout = .seconds(60)
        configuration.bodyTimeout = .seconds(60)
        return configuration
    }

    /// Connects and is served: by then one thread has accepted whoever connected before.
    private func expectAccepted(_ server: HTTPServer) async throws {
        let client = try RawClient(port: server.boundPort)
        client.get("/")
        #expect(await client.response()?.status == 200)
    }

    @Test func aPortInUse() async throws {
        var configuration = configuration()
        // No other test takes a port at this address.
        configuration.address = .v4(0x7f00_0007)
        let server = try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        configuration.port = server.boundPort
        let error = #expect(throws: HTTPServerError.self) {
            try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        }
        #expect(
            error?.description == "cannot listen at 127.0.0.7 port \(server.boundPort): Address already in use")
        await server.stop()
        let next = try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        #expect(next.boundPort == configuration.port)
        await next.stop()
    }

    @Test func moreConnectionsThanFiles() throws {
        var configuration = configuration()
        configuration.connectionLimit = 2_000_000_000
        let error = #expect(throws: HTTPServerError.self) {
            try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        }
        guard case .tooFewFiles = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func connectionsAboveTheLimitWait() async throws {
        var configuration = configuration()
        configuration.connectionLimit = 4
        let server = try HTTPServer(configuration: configuration, handler: TestHandler.echo)
        var clients: [RawClient] = []
        for number in 0..<12 {
            let client = try RawClient(port: server.boundPort)
            client.get("/\(number)")
            clients.append(client)
        }
        // Each that closes makes room for one that waits, whichever pool thread takes it.
        var answered = 0
        await withTaskGroup(of: Bool.self) { group in
            for client in clients {
                group.addTask {
                    let isAnswered = await client.response()?.status == 200
                    client.close()
                    return isAnswered
                }
            }
            for await isAnswered in group where isAnswered { answered += 1 }
        }
        #expect(answered == 12)
        await server.stop()
    }

    @Test func answersThatCannotBeSent() async throws {
        let server = try HTTPServer(
            configuration: configuration(),
            handler: TestHandler { request in
                switch request.head.path {
                case "/header": HTTPResponse(status: 200, headers: HTTPHeaders([("X", "a\r\nY: b")]))
                case "/status": HTTPResponse(status: 7)
                default: .empty()
                }
            })
        let client = try RawClient(port: server.boundPort)
        client.get("/header")
        #expect(await client.response()?.status == 500)
        client.get("/status")
        #expect(await client.response()?.status == 500)
        client.get("/empty")
        let empty = try #require(await client.response())
        #expect(empty.status == 204 && empty.headers["Content-Length"] == nil && empty.headers["Date"] != nil)
        await server.stop()
    }
}
