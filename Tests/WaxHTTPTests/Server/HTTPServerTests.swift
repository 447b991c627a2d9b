// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// What any client may expect of the server.
@Suite struct HTTPServerTests {
    @Test func requestsArriveWhole() async throws {
        let server = try HTTPServer(
            configuration: HTTPServer.Configuration.patient,
            handler: TestHandler { request in
                let head = request.head
                return .text(
                    """
                    \(head.method)|\(head.path)|\(head.segments.joined(separator: ","))|\
                    \(head.query.map { "\($0.name)=\($0.value)" }.joined(separator: ","))|\
                    \(head.headers.values("x-two").joined(separator: ","))|\(head.remoteAddress?.description ?? "-")|\
                    \(String(decoding: request.body, as: UTF8.self))
                    """)
            })
        let client = try RawClient(port: server.boundPort)
        client.send(
            """
            PUT /v1/a%2Fb/%C3%A9?x=1&x=2+3&y HTTP/1.1\r\nHost: test\r\nX-Two: one\r\nx-TWO: two\r\n\
            Content-Length: 5\r\n\r\nhello
            """)
        let response = try #require(await client.response())
        #expect(response.status == 200)
        #expect(response.text == "PUT|/v1/a%2Fb/%C3%A9|v1,a/b,é|x=1,x=2 3,y=|one,two|127.0.0.1|hello")
        #expect(response.headers["Date"]?.hasSuffix("GMT") == true)
        #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
        await server.stop()
    }

    @Test func oneConnectionServesManyRequests() async throws {
        let server = try HTTPServer(configuration: HTTPServer.Configuration.patient, handler: TestHandler.echo)
        let client = try RawClient(port: server.boundPort)
        for length in [0, 1, 70_000, 256 * 1024] {
            client.post("/n", String(repeating: "x", count: length))
            #expect(await client.response()?.text == "POST /n \(length)")
        }
        client.send("HEAD /head HTTP/1.1\r\nHost: test\r\n\r\n")
        let head = try #require(await client.response(toHead: true))
        #expect(head.status == 200 && head.headers["Content-Length"] == "12" && head.body.isEmpty)
        client.get("/after")
        #expect(await client.response()?.text == "GET /after 0")
        await server.stop()
    }

    @Test func heldAnswersComeInOrder() async throws {
        let gate = Gate()
        let server = try HTTPServer(
            configuration: HTTPServer.Configuration.patient,
            handler: TestHandler { request in
                if request.head.path == "/first" { _ = await gate.pass() }
                return .text(request.head.path)
            })
        let client = try RawClient(port: server.boundPort)
        client.get("/first")
        client.get("/second")
        client.post("/third", "body")
        await gate.arrivals(1)
        gate.open()
        for path in ["/first", "/second", "/third"] {
            #expect(await client.response()?.text == path)
        }
        await server.stop()
    }

    @Test func trustedProxiesNameTheClient() async throws {
        var configuration = HTTPServer.Configuration.patient
        configuration.trustedProxies = [try #require(IPNetwork("127.0.0.0/8"))]
        for (trusted, expected) in [(true, "1.2.3.4"), (false, "127.0.0.1")] {
            if !trusted { configuration.trustedProxies = [] }
            let server = try HTTPServer(
                configuration: configuration,
                handler: TestHandler { .text($0.head.remoteAddress?.description ?? "-") })
            let client = try RawClient(port: server.boundPort)
            client.send("GET / HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 6.6.6.6, 1.2.3.4\r\n\r\n")
            #expect(await client.response()?.text == expected)
            await server.stop()
        }
    }

    @Test func addressesOfVersion6() async throws {
        var configuration = HTTPServer.Configuration.patient
        configuration.address = try #require(IPAddress("::1"))
        let server = try HTTPServer(
            configuration: configuration, handler: TestHandler { .text($0.head.remoteAddress?.description ?? "-") })
        let response = try await HTTPClient().send(HTTPClientRequest(url: "http://[::1]:\(server.boundPort)/"))
        #expect(response.body == Array("::1".utf8))
        await server.stop()
    }
}
