// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

/// Requests that are refused, cut off or nonsense, and the server that goes on after each.
@Suite struct RefusalTests {
    private static let limit = 1000

    private func server(time: any TimeSource = SystemTime()) throws -> HTTPServer {
        var configuration = HTTPServer.Configuration.patient
        configuration.maximumBodyBytes = Self.limit
        configuration.maximumHeaderBytes = 2000
        configuration.maximumHeaderCount = 20
        configuration.threads = 2
        configuration.inspectionInterval = .milliseconds(10)
        return try HTTPServer(configuration: configuration, handler: TestHandler.echo, time: time)
    }

    private func expectService(_ server: HTTPServer, _ comment: Comment? = nil) async throws {
        let client = try RawClient(port: server.boundPort)
        client.post("/still", "here")
        #expect(await client.response()?.text == "POST /still 4", comment)
        await server.stop()
    }

    @Test func aBodyThatIsAnnouncedTooLongIsNotRead() async throws {
        let server = try server()
        for length in ["1001", "99999999999"] {
            for method in ["POST", "PUT", "PATCH", "DELETE", "GET"] {
                let client = try RawClient(port: server.boundPort)
                client.send("\(method) /big HTTP/1.1\r\nHost: test\r\nContent-Length: \(length)\r\n\r\n")
                let response = try #require(await client.response())
                #expect(response.status == 413)
                #expect(response.text == "refused \(method) /big: bodyTooLarge(limit: 1000)")
                #expect(response.headers["Connection"]?.lowercased() == "close")
                #expect(await client.remainder().isEmpty)
            }
        }
        try await expectService(server)
    }

    @Test func aClientThatSendsBeforeItListensHearsTheRefusal() async throws {
        // A clock that stands: however slowly the client sends, the server's patience does not end.
        let server = try server(time: ManualTime())
        let client = try RawClient(port: server.boundPort)
        client.send("POST /big HTTP/1.1\r\nHost: test\r\nContent-Length: 3000000\r\n\r\n")
        let head = try #require(await client.response())
        #expect(head.status == 413)
        for _ in 0..<30 { #expect(client.send([UInt8](repeating: 0, count: 100_000)), "no reset") }
        #expect(await client.remainder().isEmpty)
        try await expectService(server)
    }

    @Test func aClientThatNeverStopsSendingIsCutOff() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.send("POST /endless HTTP/1.1\r\nHost: test\r\nContent-Length: 3000000000\r\n\r\n")
        let chunk = [UInt8](repeating: 0, count: 1 << 20)
        while client.send(chunk) {}
        try await expectService(server)
    }

    @Test(arguments: [[0xE9], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func bytesThatAreNoTextAreNoTarget(_ bytes: [UInt8]) async throws {
        let server = try server()
        for mark in ["/", "/x?q="] {
            let client = try RawClient(port: server.boundPort)
            client.send(Array("GET \(mark)".utf8) + bytes + Array(" HTTP/1.1\r\nHost: test\r\n\r\n".utf8))
            #expect(await client.response()?.status == 400)
        }
        try await expectService(server)
    }

    @Test func theLimitIsTheLastLengthTaken() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.post("/fits", String(repeating: "x", count: Self.limit))
        #expect(await client.response()?.text == "POST /fits 1000")
        try await expectService(server)
    }

    @Test func chunkedBodies() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        let head = "POST /chunks HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: Chunked\r\n\r\n"
        client.send(head + "5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nTrailer: t\r\n\r\n")
        #expect(await client.response()?.text == "POST /chunks 11")
        client.send(head + "0\r\n\r\n")
        #expect(await client.response()?.text == "POST /chunks 0")
        let chunk = "1F4\r\n" + String(repeating: "x", count: 500) + "\r\n"
        client.send(head + chunk + chunk + "0\r\n\r\n")
        #expect(await client.response()?.text == "POST /chunks 1000")
        client.send(head + chunk + chunk + "1\r\nx\r\n0\r\n\r\n")
        #expect(await client.response()?.status == 413)
        try await expectService(server)
    }

    @Test func chunksWithoutEndAreCutOff() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.send("POST /endless HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
        for _ in 0..<100 { client.send(chunk) }
        _ = await client.remainder()
        try await expectService(server)
    }

    @Test func expectContinue() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        let head = "POST /e HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: "
        client.send(head + "5\r\n\r\n")
        #expect(await client.response()?.status == 100)
        client.send("hello")
        #expect(await client.response()?.text == "POST /e 5")
        client.send(head + "1001\r\n\r\n")
        #expect(await client.response()?.status == 413)
        try await expectService(server)
    }

    @Test(
        arguments: [
            ("Content-Length: 5\r\nContent-Length: 6\r\n", 400),
            ("Content-Length: 5\r\nContent-Length: 5\r\n", 400),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Transfer-Encoding: gzip, chunked\r\n", 501),
            ("Transfer-Encoding: identity\r\n", 501),
            ("Transfer-Encoding: \r\n", 501),
            ("Host: two\r\n", 400),
        ])
    func framingThatTwoReadersCouldTakeDifferently(headers: String, status: Int) async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.send("POST /f HTTP/1.1\r\nHost: test\r\n\(headers)\r\nhello")
        #expect(await client.response()?.status == status)
        #expect(await client.remainder().isEmpty)
        try await expectService(server)
    }

    @Test(
        arguments: [
            "Content-Length: -1", "Content-Length: +5", "Content-Length: 5, 5", "Content-Length: 0x5",
            "Content-Length: 99999999999999999999", "Content-Length: 5x", "Content-Length : 5", "X(y): z",
        ])
    func lengthsThatAreNone(header: String) async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.send("POST /f HTTP/1.1\r\nHost: test\r\n\(header)\r\n\r\nhello")
        let answer = String(decoding: await client.remainder(), as: UTF8.self)
        #expect(!answer.contains(" 200 "))
        try await expectService(server)
    }

    @Test(arguments: ["/%", "/%00", "/%ff", "*", "nonsense", "/?a=%2"])
    func targetsThatCannotBeDecoded(target: String) async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.get(target)
        let response = try #require(await client.response())
        #expect(response.status == 400 && response.text.hasSuffix(": badTarget"))
        client.get("/next")
        #expect(await client.response()?.text == "GET /next 0", "the connection goes on")
        try await expectService(server)
    }

    @Test func aMissingHost() async throws {
        let server = try server()
        let client = try RawClient(port: server.boundPort)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client.response()?.text == "refused GET /: badHeaders")
        let old = try RawClient(port: server.boundPort)
        old.send("GET /old HTTP/1.0\r\n\r\n")
        #expect(await old.response()?.text == "GET /old 0")
        #expect(await old.remainder().isEmpty)
        try await expectService(server)
    }

    @Test func hugeHeaders() async throws {
        let server = try server()
        let long = String(repeating: "x", count: 2000)
        let many = (0..<20).map { "X-\($0): y\r\n" }.joined()
        for request in [
            "GET /\(long) HTTP/1.1\r\nHost: test\r\n\r\n", "GET / HTTP/1.1\r\nHost: test\r\nX: \(long)\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\n\(many)\r\n",
        ] {
            let client = try RawClient(port: server.boundPort)
            client.send(request)
            #expect(await client.response()?.status == 431)
        }
        for length in [20_000, 100_000, 1_000_000] {
            let client = try RawClient(port: server.boundPort)
            client.send("GET / HTTP/1.1\r\nHost: test\r\nX: " + String(repeating: "x", count: length) + "\r\n\r\n")
            let answer = String(decoding: await client.remainder(), as: UTF8.self)
            #expect(!answer.contains(" 200 "))
        }
        try await expectService(server)
    }

    @Test(
        arguments: [
            "", "\r\n", "\r\n\r\n\r\n", "GET", "GET / HTTP/1.1\r\nHos", "GET / HTTP/1.1\r\nHost: test\r\n",
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf",
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            "\0\0\0\0", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}", "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n",
            "GET / HTTP/1.1\r\n: no name\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func piecesAndJunk(bytes: String) async throws {
        let server = try server()
        for end in [RawClient.close, RawClient.reset, RawClient.finishSending] {
            let client = try RawClient(port: server.boundPort)
            client.send(bytes)
            end(client)()
            if !client.isClosed { _ = await client.remainder() }
        }
        try await expectService(server)
    }

    @Test func everyPrefixAndRandomBytes() async throws {
        let server = try server()
        let request = Array("POST /p?q=1 HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nbody".utf8)
        for length in 0..<request.count {
            let client = try RawClient(port: server.boundPort)
            client.send(Array(request[..<length]))
            client.finishSending()
            let answer = String(decoding: await client.remainder(), as: UTF8.self)
            #expect(!answer.contains(" 200 "))
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let client = try RawClient(port: server.boundPort)
            client.send(
                (0..<Int.random(in: 1...200, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                })
            client.finishSending()
            _ = await client.remainder()
        }
        try await expectService(server)
    }
}
