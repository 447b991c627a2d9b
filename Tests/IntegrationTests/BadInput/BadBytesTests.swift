// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON

/// What no program that speaks HTTP sends.
@Suite(.bounded, .timeLimit(.minutes(4))) struct BadBytesTests {
    private static let mebibyte = 1 << 20

    @Test func aBodyThatIsTooLongIsRefusedBeforeItHasCome() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let head =
            "POST /v1/push HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(server.test.key)\r\nContent-Type: application/json\r\n"

        // The length says it: nothing of the body is needed.
        let announced = try RawClient(port: server.process.port)
        announced.send("\(head)Content-Length: \(Self.mebibyte)\r\n\r\n")
        try expectError(try #require(await announced.response()), 413, "REQUEST_TOO_LARGE")

        // Without a length, it is read and thrown away for a while, and no further.
        let chunked = try RawClient(port: server.process.port)
        let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 0x10000) + [13, 10]
        chunked.send("\(head)Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<(Self.mebibyte / 0x10000) { chunked.send(chunk) }
        chunked.send("0\r\n\r\n")
        try expectError(try #require(await chunked.response()), 413, "REQUEST_TOO_LARGE")
        let endless = try RawClient(port: server.process.port)
        endless.send("\(head)Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<(4 * Self.mebibyte / 0x10000) { endless.send(chunk) }
        _ = await endless.remainder()

        // A client that does not listen and sends all of it.
        let stubborn = try RawClient(port: server.process.port)
        stubborn.send("\(head)Content-Length: \(Self.mebibyte)\r\n\r\n")
        stubborn.send([UInt8](repeating: UInt8(ascii: "x"), count: Self.mebibyte))
        if let response = await stubborn.response() { try expectError(response, 413, "REQUEST_TOO_LARGE") }

        // The largest body that is taken is read to its end.
        let largest = [UInt8](repeating: UInt8(ascii: " "), count: 256 * 1024)
        try expectError(try await server.send("POST", "/v1/push", largest), 400, "INVALID_JSON")
        try expectError(
            try await server.send("POST", "/v1/push", largest + [32]), 413, "REQUEST_TOO_LARGE")
        #expect(try await server.stored() == before)
    }

    @Test func headersThatAreTooLongOrTooManyAreRefused() async throws {
        let server = try await BareServer()
        let long = String(repeating: "a", count: 64 * 1024)
        let requests = [
            "GET /v1/push/apps HTTP/1.1\r\nHost: test\r\nX-Long: \(long)\r\n\r\n",
            "GET /\(long) HTTP/1.1\r\nHost: test\r\n\r\n",
            "GET /v1/push/apps HTTP/1.1\r\nHost: test\r\n"
                + (0..<2000).map { "X-\($0): \($0)\r\n" }.joined() + "\r\n",
        ]
        for request in requests {
            let connection = try RawClient(port: server.process.port)
            connection.send(request)
            let response = try #require(await connection.response())
            #expect([414, 431].contains(response.status) || response.status == 413)
            #expect(try await Self.isWell(server))
        }
    }

    /// Half a request, or what is none; the head of a well-formed one with a body is `HEAD`.
    private static let junk: [String] = [
        "", "\r\n", "\r\n\r\n\r\n\r\n", "G", "GET", "GET /v1/push/apps", "GET /v1/push/apps HTTP/1.1\r\n",
        "GET /v1/push/apps HTTP/1.1\r\nHost: te", "GET /v1/push/apps\r\n\r\n", "GET  /v1/push/apps  HTTP/1.1\r\n\r\n",
        "GET /v1/push/apps HTTP/9.9\r\nHost: test\r\n\r\n", "GET /v1/push/apps HTTP/1.1\r\n\r\n",
        "GET /v1/push/apps HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /v1/push/apps HTTP/1.1\nHost: test\n\n",
        "GET /v1/push/apps HTTP/1.1\r\nHost test\r\n\r\n", "GET /v1/push/apps HTTP/1.1\r\n: x\r\nHost: test\r\n\r\n",
        "GET /v1/push/\u{0} HTTP/1.1\r\nHost: test\r\n\r\n", "GET /v1/push/apps HTTP/1.1\r\nHost: te\u{0}st\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
        "HEAD{\"name\":", "HEADContent-Length: 12\r\nContent-Length: 13\r\n\r\n{\"name\":\"x\"}",
        "HEADContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{\"name\":\"x\"}",
        "HEADContent-Length: -1\r\n\r\n", "HEADContent-Length: 18446744073709551616\r\n\r\n",
        "HEADContent-Length: +12\r\n\r\n{\"name\":\"x\"}", "HEADContent-Length: 0x0c\r\n\r\n{\"name\":\"x\"}",
        "HEADTransfer-Encoding: gzip, chunked\r\n\r\n", "HEADTransfer-Encoding: xchunked\r\n\r\n{\"name\":\"x\"}",
        "HEADTransfer-Encoding: chunked\r\n\r\nzz\r\n{\"name\":\"x\"}\r\n0\r\n\r\n",
        "HEADTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{\"name\":\"x\"}",
        "HEADTransfer-Encoding: chunked\r\n\r\n5\r\n{\"nam", "HEADContent-Length: 100\r\n\r\n{\"name\":\"x\"}",
    ]

    @Test func brokenHTTPStoresNothingAndHarmsNobody() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let head =
            "POST /v1/push/apps HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(server.test.key)\r\nContent-Type: application/json\r\n"
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for junk in Self.junk.map({ Array($0.replacing("HEAD", with: head).utf8) }) + Self.binary {
                tasks.addTask { try await Self.expectRefusal(of: junk, server) }
            }
            try await tasks.waitForAll()
        }
        #expect(try await server.stored() == before)
        #expect(try await Self.isWell(server))
    }

    @Test func connectionsThatEndInTheMiddleHarmNobody() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let body = #"{"name":"x"}"#
        let request = Array(
            ("POST /v1/push/apps HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(server.test.key)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
        for length in stride(from: 1, to: request.count, by: 7) {
            let connection = try RawClient(port: server.process.port)
            connection.send(Array(request.prefix(length)))
            if length.isMultiple(of: 2) { connection.reset() } else { connection.close() }
        }
        #expect(try await Self.isWell(server))
        #expect(try await server.stored() == before)
    }

    private static let binary: [[UInt8]] = [
        [0], [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xFF, count: 4096), Array(0...255),
        // The beginning of a TLS handshake.
        [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x03],
        [UInt8](repeating: UInt8(ascii: "A"), count: 100_000),
    ]

    /// No answer at all, or one that says that something is wrong.
    private static func expectRefusal(of junk: [UInt8], _ server: BareServer) async throws {
        let connection = try RawClient(port: server.process.port)
        connection.send(junk)
        connection.finishSending()
        let answer = await connection.remainder()
        guard !answer.isEmpty else { return }
        let text = String(decoding: answer, as: UTF8.self)
        let (response, _) = try #require(RawResponse.read(answer), "\(text)")
        #expect((400...599).contains(response.status), "\(String(decoding: junk, as: UTF8.self))")
        #expect(!text.contains(server.test.key))
    }

    private static func isWell(_ server: BareServer) async throws -> Bool {
        let health = try await server.send("GET", "/health", [])
        return health.status == 200 && server.process.process.isRunning
    }
}
