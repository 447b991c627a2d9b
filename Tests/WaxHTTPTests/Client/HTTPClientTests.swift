// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

@Suite struct HTTPClientTests {
    private let client = HTTPClient()

    private func server(_ handler: TestHandler) throws -> HTTPServer {
        var configuration = HTTPServer.Configuration.patient
        configuration.inspectionInterval = .milliseconds(10)
        return try HTTPServer(configuration: configuration, handler: handler)
    }

    private func url(_ server: HTTPServer, _ path: String = "/") -> String {
        "http://127.0.0.1:\(server.boundPort)\(path)"
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], ["", "a body"])
    func requestsArriveWhole(method: String, body: String) async throws {
        let server = try server(
            TestHandler { request in
                let head = request.head
                return HTTPResponse(
                    status: 299, headers: HTTPHeaders([("X-One", "1"), ("x-one", "2")]),
                    body: Array(
                        """
                        \(head.method)|\(head.target)|\(head.headers["X-Sent"] ?? "-")|\(head.headers["X-Empty"] ?? "-")|\
                        \(head.headers["Content-Type"] ?? "-")|\(head.headers["User-Agent"] ?? "-")|\
                        \(String(decoding: request.body, as: UTF8.self))
                        """.utf8))
            })
        let response = try await client.send(
            HTTPClientRequest(
                method: method, url: url(server, "/a%2Fb?c=d"),
                headers: HTTPHeaders([("X-Sent", "x y"), ("X-Empty", "")]), body: Array(body.utf8)))
        #expect(response.status == 299)
        #expect(response.headers.values("X-ONE") == ["1", "2"])
        #expect(String(decoding: response.body, as: UTF8.self) == "\(method)|/a%2Fb?c=d|x y||-|waxwing|\(body)")
        await server.stop()
    }

    @Test func headHasNoBody() async throws {
        let server = try server(TestHandler.echo)
        let response = try await client.send(HTTPClientRequest(method: "HEAD", url: url(server)))
        #expect(response.status == 200 && response.headers["Content-Length"] == "8" && response.body.isEmpty)
        await server.stop()
    }

    @Test func longBodiesBothWays() async throws {
        var configuration = HTTPServer.Configuration.patient
        configuration.maximumBodyBytes = 4 << 20
        let server = try HTTPServer(
            configuration: configuration, handler: TestHandler { HTTPResponse(status: 200, body: $0.body) })
        let body = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        var request = HTTPClientRequest(method: "POST", url: url(server), body: body)
        request.maximumResponseBytes = body.count
        #expect(try await client.send(request).body == body)
        await server.stop()
    }

    @Test func redirectsAreNotFollowed() async throws {
        let server = try server(
            TestHandler { request in
                #expect(request.head.path == "/first")
                return HTTPResponse(status: 302, headers: HTTPHeaders([("Location", "/second")]))
            })
        let response = try await client.send(HTTPClientRequest(url: url(server, "/first")))
        #expect(response.status == 302 && response.headers["location"] == "/second")
        await server.stop()
    }

    @Test func manyAtOnceShareConnections() async throws {
        let server = try server(
            TestHandler { request in
                await Task.yield()
                return .text(request.head.path)
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    for turn in 0..<10 {
                        let response = try await client.send(HTTPClientRequest(url: url(server, "/\(number)/\(turn)")))
                        #expect(String(decoding: response.body, as: UTF8.self) == "/\(number)/\(turn)")
                    }
                }
            }
            try await group.waitForAll()
        }
        await server.stop()
    }

    @Test func cancellingEndsTheTransfer() async throws {
        let gate = Gate()
        let server = try server(TestHandler { _ in .text("\(await gate.pass())") })
        let address = url(server)
        let task = Task { try await client.send(HTTPClientRequest(url: address)) }
        await gate.arrivals(1)
        task.cancel()
        let error = await #expect(throws: HTTPClientError.self) { try await task.value }
        #expect(error == HTTPClientError(.cancelled, host: "127.0.0.1", mayHaveBeenSent: true))
        await gate.cancellations(1)
        await server.stop()
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = RawServer("")
        let address = "http://127.0.0.1:\(server.port)/"
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(HTTPClientRequest(url: address))
        }
        let error = await #expect(throws: HTTPClientError.self) { try await task.value }
        #expect(error == HTTPClientError(.cancelled, host: "127.0.0.1"))
        #expect(server.requests.isEmpty)
    }

    @Test func anAnswerThatDoesNotComeInTime() async throws {
        let server = RawServer("", isSilent: true)
        var request = HTTPClientRequest(method: "POST", url: "http://127.0.0.1:\(server.port)/", body: [1])
        request.timeout = .milliseconds(50)
        let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
        #expect(error == HTTPClientError(.timedOut, host: "127.0.0.1", mayHaveBeenSent: true))
    }

    @Test func oneHostDoesNotTakeAllConnections() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.hostConnectionLimit = 2
        let client = HTTPClient(configuration: configuration)
        let gate = Gate()
        let server = try server(
            TestHandler { request in
                if request.head.path == "/held" { _ = await gate.pass() }
                return .text("ok")
            })
        let address = url(server, "/held")
        let held = (0..<2).map { _ in Task { try await client.send(HTTPClientRequest(url: address)) } }
        await gate.arrivals(2)
        // A third one waits for one of the two, in vain.
        var request = HTTPClientRequest(url: url(server))
        request.timeout = .milliseconds(50)
        let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
        #expect(error == HTTPClientError(.timedOut, host: "127.0.0.1"))
        // Another host is none of theirs.
        let other = "http://localhost:\(server.boundPort)/"
        #expect(try await client.send(HTTPClientRequest(url: other)).status == 200)
        gate.open()
        for task in held { #expect(try await task.value.status == 200) }
        #expect(try await client.send(HTTPClientRequest(url: url(server))).status == 200)
        await server.stop()
    }

    @Test func anAnswerThatIsTooLong() async throws {
        let server = try server(
            TestHandler { _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 1001)) })
        var request = HTTPClientRequest(url: url(server))
        request.maximumResponseBytes = 1000
        let error = await #expect(throws: HTTPClientError.self) { try await client.send(request) }
        #expect(error == HTTPClientError(.responseTooLarge, host: "127.0.0.1", mayHaveBeenSent: true))
        request.maximumResponseBytes = 1001
        #expect(try await client.send(request).body.count == 1001)
        await server.stop()
    }

    private static let longLine = "X: " + String(repeating: "x", count: 1000) + "\r\n"

    @Test(
        arguments: [
            ("", .connectionLost),
            ("junk\r\n\r\n", .connectionLost),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", .connectionLost),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe", .connectionLost),
            ("HTTP/1.1 200 OK\r\n\(String(repeating: longLine, count: 100))\r\n", .responseTooLarge),
            ("HTTP/1.1 200 OK\r\n\r\n\(String(repeating: longLine, count: 2000))", .responseTooLarge),
        ] as [(String, HTTPClientError.Reason)])
    func answersThatAreNone(bytes: String, reason: HTTPClientError.Reason) async throws {
        let server = RawServer(bytes)
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.send(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.reason == reason)
        #expect(error?.mayHaveBeenSent == true)
    }

    @Test func interimAnswersAreNotTheAnswer() async throws {
        let server = RawServer(
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nX:  a b \t\r\nContent-Length: 2\r\n\r\nok"
        )
        let response = try await client.send(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
        #expect(response.status == 201 && response.headers["Link"] == nil && response.headers["X"] == "a b")
        #expect(response.body == Array("ok".utf8))
    }

    @Test func nobodyListens() async throws {
        // Other tests' servers have their ports at another address.
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.send(HTTPClientRequest(method: "POST", url: "http://127.0.0.9:9/?secret=1", body: [1]))
        }
        #expect(error == HTTPClientError(.cannotConnect, host: "127.0.0.9"))
        #expect(error?.description == "127.0.0.9 does not accept the connection")
    }

    @Test func aNameThatDoesNotExist() async throws {
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.send(HTTPClientRequest(url: "http://user:secret@name.invalid/secret"))
        }
        #expect(error == HTTPClientError(.cannotResolve, host: "name.invalid"))
    }

    @Test(
        arguments: [
            "", "example.com", "/path", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "http://",
            "http:///", "http://exa mple.com/", "http://example.com:99999/", "http://example.com/\0", "http://[::1/",
            "unix:///var/run/docker.sock",
        ])
    func urlsThatAreNone(url: String) async throws {
        let error = await #expect(throws: HTTPClientError.self) { try await client.send(HTTPClientRequest(url: url)) }
        #expect(error?.reason == .invalidRequest)
    }

    @Test(
        arguments: [
            ("GET /x HTTP/1.1\r\nX:", "X", "y"), ("", "X", "y"), ("GET", "X\r\nY", "y"), ("GET", "X", "y\r\nY: z"),
            ("GET", "X", "y\0"), ("GET", "", "y"), ("GET", "X Y", "y"),
        ])
    func linesThatWouldBecomeTwo(method: String, name: String, value: String) async throws {
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.send(
                HTTPClientRequest(method: method, url: "http://127.0.0.1/", headers: HTTPHeaders([(name, value)])))
        }
        #expect(error?.reason == .invalidRequest)
    }
}
