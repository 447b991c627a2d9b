// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

/// Answers whose bodies are made while they are sent.
@Suite struct StreamedAnswerTests {
    /// A body for one request, and whether the server is done with it.
    private final class Body: Sendable {
        private let isClosed: Locked<Int>
        let stream: HTTPBodyStream

        init() {
            let isClosed = Locked(0)
            self.isClosed = isClosed
            stream = HTTPBodyStream {
                isClosed.withLock { $0 += 1 }
                isClosed.notify()
            }
        }

        var closings: Int { isClosed.withLock { $0 } }

        func waitForClose() async {
            await inBackground { [isClosed] in isClosed.wait { $0 > 0 ? () : nil } }
        }
    }

    private func server(_ handler: TestHandler) throws -> HTTPServer {
        var configuration = HTTPServer.Configuration()
        configuration.inspectionInterval = .milliseconds(10)
        return try HTTPServer(configuration: configuration, handler: handler)
    }

    private func server(_ body: Body) throws -> HTTPServer {
        try server(
            TestHandler { request in
                guard request.head.path == "/stream" else { return .text("plain") }
                var response = HTTPResponse.text("")
                response.stream = body.stream
                return response
            })
    }

    @Test func eachPieceComesBeforeTheNextIsMade() async throws {
        let body = Body()
        let server = try server(body)
        let client = try RawClient(port: server.boundPort)
        client.get("/stream")
        for piece in ["one", "two", "three"] {
            body.stream.write(Array(piece.utf8))
            #expect(await client.waits(for: piece))
        }
        body.stream.finish()
        let response = try #require(await client.response())
        #expect(response.text == "onetwothree")
        #expect(response.headers["Transfer-Encoding"] == "chunked" && response.headers["Content-Length"] == nil)
        await body.waitForClose()
        client.get("/next")
        #expect(await client.response()?.text == "plain", "the connection stays")
        #expect(body.closings == 1)
        await server.stop()
    }

    @Test func whatIsThereBeforeIsSentAsWell() async throws {
        let body = Body()
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        body.stream.write(bytes)
        body.stream.finish()
        body.stream.write([1])
        body.stream.finish()
        let server = try server(body)
        let client = try RawClient(port: server.boundPort)
        client.get("/stream")
        #expect(await client.response()?.body == bytes, "and nothing after the end")
        await body.waitForClose()
        await server.stop()
    }

    @Test(arguments: [RawClient.close, RawClient.reset, RawClient.finishSending])
    func aClientThatLeavesClosesTheStream(leave: @Sendable (RawClient) -> () -> Void) async throws {
        let body = Body()
        let server = try server(body)
        let client = try RawClient(port: server.boundPort)
        client.get("/stream")
        body.stream.write(Array("some".utf8))
        #expect(await client.waits(for: "some"))
        leave(client)()
        await body.waitForClose()
        body.stream.write(Array("more".utf8))
        body.stream.finish()
        #expect(body.closings == 1)
        await server.stop()
    }

    @Test func theServerStopsInTheMiddleOfAStream() async throws {
        let body = Body()
        let server = try server(body)
        let client = try RawClient(port: server.boundPort)
        client.get("/stream")
        body.stream.write(Array("some".utf8))
        #expect(await client.waits(for: "some"))
        await server.stop(deadline: .zero)
        await body.waitForClose()
        let rest = String(decoding: await client.remainder(), as: UTF8.self)
        #expect(rest.contains("some") && !rest.hasSuffix("0\r\n\r\n"), "a body that is not whole does not look whole")
    }

    @Test func aStreamThatNobodyWaitsForIsClosed() async throws {
        let (body, gate) = (Body(), Gate())
        let server = try server(
            TestHandler { _ in
                _ = await gate.pass()
                var response = HTTPResponse.text("")
                response.stream = body.stream
                return response
            })
        let client = try RawClient(port: server.boundPort)
        client.get("/stream")
        await gate.arrivals(1)
        client.close()
        await gate.cancellations(1)
        gate.open()
        await body.waitForClose()
        await server.stop()
    }

    @Test func manyStreamsAtOnce() async throws {
        let server = try server(
            TestHandler { request in
                let stream = HTTPBodyStream()
                var response = HTTPResponse.text("")
                response.stream = stream
                Task {
                    for number in 0..<50 {
                        stream.write(Array("\(request.head.path) \(number)\n".utf8))
                        await Task.yield()
                    }
                    stream.finish()
                }
                return response
            })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    guard let client = try? RawClient(port: server.boundPort) else {
                        Issue.record("client \(number) cannot connect")
                        return
                    }
                    for _ in 0..<5 {
                        client.get("/\(number)")
                        let lines = await client.response()?.text.split(separator: "\n")
                        #expect(lines?.count == 50 && lines?.last == "/\(number) 49")
                    }
                }
            }
        }
        await server.stop()
    }
}
