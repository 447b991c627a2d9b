// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSystem

/// The endpoint as the server calls it.
@Suite struct MCPEndpointTests {
    private static let stateless = #"""
        {"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
        """#
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    /// Counts the calls that run; `look` runs until it is cancelled, `say` ends at once.
    private final class Calls: Sendable {
        let running = Locked(0)

        var runner: MCPConnection.Runner {
            { [running] call, progress in
                progress(ToolProgress(done: 1, total: 2, message: "so far"))
                guard call.tool == "look" else { return ToolResult(text: "said") }
                running.withLock { $0 += 1 }
                running.notify()
                try? await Task.sleep(for: .seconds(3600))
                running.withLock { $0 -= 1 }
                running.notify()
                return .failure("cancelled")
            }
        }

        func wait(for count: Int) async {
            await inBackground { [running] in running.wait { $0 == count ? () : nil } }
        }
    }

    private func endpoint(_ calls: Calls = Calls(), heartbeat: Duration = .seconds(3600)) throws -> MCPEndpoint {
        MCPEndpoint(try Conversation().session, heartbeat: heartbeat, run: calls.runner)
    }

    private func request(
        _ body: String, _ headers: [(String, String)] = [], method: String = "POST"
    ) throws -> HTTPRequest {
        let base = [("Host", "localhost"), ("Content-Type", "application/json")]
        let head = try #require(
            HTTPRequestHead(method: method, target: "/mcp", headers: HTTPHeaders(base + headers)))
        return HTTPRequest(head: head, body: Array(body.utf8))
    }

    private func json(_ response: HTTPResponse) throws -> JSONValue { try JSONReader.parse(response.body) }

    private func session(_ endpoint: MCPEndpoint, _ version: String = "2025-06-18") async throws -> (String, String) {
        let response = await endpoint.respond(to: try request(Conversation.initialize(version)))
        return ("Mcp-Session-Id", try #require(response.headers["Mcp-Session-Id"]))
    }

    // MARK: Sessions

    @Test func aSessionBeginsWithInitializeAndEndsWithDelete() async throws {
        let endpoint = try endpoint()
        let response = await endpoint.respond(to: try request(Conversation.initialize("2025-06-18")))
        #expect(response.status == 200 && response.headers["Content-Type"] == "application/json")
        #expect(try json(response)["result"]?["protocolVersion"] == "2025-06-18")
        let id = try #require(response.headers["Mcp-Session-Id"])
        #expect(id.utf8.count == 32 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        let session = ("Mcp-Session-Id", id)
        let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        let accepted = await endpoint.respond(to: try request(note, [session]))
        #expect(accepted == .empty(status: 202))
        let version = ("MCP-Protocol-Version", "2025-06-18")
        let said = await endpoint.respond(to: try request(Conversation.call("5", "say"), [session, version]))
        #expect(try json(said)["result"]?["content"]?[0]?["text"] == "said")
        #expect(await endpoint.respond(to: try request("", [session], method: "DELETE")).status == 204)
        #expect(await endpoint.respond(to: try request(Self.ping, [session])).status == 404)
        #expect(await endpoint.respond(to: try request("", [session], method: "DELETE")).status == 404)
    }

    @Test func twoSessionsKnowNothingOfEachOther() async throws {
        let endpoint = try endpoint()
        let (first, second) = (try await session(endpoint), try await session(endpoint))
        #expect(first.1 != second.1)
        #expect(await endpoint.respond(to: try request("", [first], method: "DELETE")).status == 204)
        #expect(await endpoint.respond(to: try request(Self.ping, [second])).status == 200)
    }

    /// A body and headers beside those of a session, and the status and code of what answers it.
    @Test(
        arguments: [
            (ping, [], 200, nil), ("{no", [], 400, -32700), ("", [], 400, -32700), ("7", [], 400, -32600),
            ("[]", [], 400, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, [], 200, -32601),
            (ping, [("MCP-Protocol-Version", "2025-06-18")], 200, nil),
            (ping, [("MCP-Protocol-Version", "2025-11-25")], 400, nil),
            (ping, [("MCP-Protocol-Version", "nonsense")], 400, -32022),
            (ping, [("MCP-Protocol-Version", "2025-06-18"), ("MCP-Protocol-Version", "2025-06-18")], 400, -32020),
            (ping, [("Accept", "application/json, text/event-stream")], 200, nil),
        ] as [(String, [(String, String)], Int, Int?)])
    func aSessionAnswers(body: String, headers: [(String, String)], status: Int, code: Int?) async throws {
        let endpoint = try endpoint()
        let session = try await session(endpoint)
        let response = await endpoint.respond(to: try request(body, [session] + headers))
        #expect(response.status == status)
        if let code { #expect(try json(response)["error"]?["code"]?.int64Value == Int64(code)) }
    }

    @Test func whatComesWithoutASessionIsRefused() async throws {
        let endpoint = try endpoint()
        let response = await endpoint.respond(to: try request(Self.ping))
        #expect(response.status == 400)
        #expect(try json(response)["id"] == 1)
        #expect(await endpoint.respond(to: try request(Self.ping, [("Mcp-Session-Id", "made up")])).status == 404)
        #expect(await endpoint.respond(to: try request("", method: "DELETE")).status == 400)
        let get = await endpoint.respond(to: try request("", method: "GET"))
        #expect(get.status == 405 && get.headers["Allow"] == "DELETE, POST")
        let failed = await endpoint.respond(to: try request(#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#))
        #expect(failed.headers["Mcp-Session-Id"] == nil, "what did not begin is no session")
    }

    @Test func aStreamIsGivenToWhoTakesNothingElse() async throws {
        let endpoint = try endpoint()
        let session = try await session(endpoint)
        let response = await endpoint.respond(to: try request(Self.ping, [session, ("Accept", "text/event-stream")]))
        #expect(response.headers["Content-Type"] == "text/event-stream")
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n")
    }

    @Test func aCancelledCallEndsItsStreamWithoutAnAnswer() async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls)
        let session = try await session(endpoint)
        async let waiting = endpoint.respond(to: try request(Conversation.call("1"), [session]))
        await calls.wait(for: 1)
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        #expect(await endpoint.respond(to: try request(cancel, [session])).status == 202)
        let response = try await waiting
        #expect(response.headers["Content-Type"] == "text/event-stream" && response.body.isEmpty)
        await calls.wait(for: 0)
    }

    @Test func theEndOfASessionEndsItsCalls() async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls)
        let session = try await session(endpoint)
        async let waiting = endpoint.respond(to: try request(Conversation.call("1"), [session]))
        await calls.wait(for: 1)
        #expect(await endpoint.respond(to: try request("", [session], method: "DELETE")).status == 204)
        #expect(try await waiting.body.isEmpty)
        await calls.wait(for: 0)
    }

    @Test func aLostConnectionIsNoCancellationInASession() async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls)
        let session = try await session(endpoint)
        let request = try request(Conversation.call("1"), [session])
        let task = Task { await endpoint.respond(to: request) }
        await calls.wait(for: 1)
        task.cancel()
        #expect(await task.value.body.isEmpty)
        #expect(calls.running.withLock { $0 } == 1)
        #expect(await endpoint.respond(to: try self.request("", [session], method: "DELETE")).status == 204)
        await calls.wait(for: 0)
    }

    // MARK: Streams

    private static let streams = ("Accept", "application/json, text/event-stream")

    /// Serves over a socket, since a stream has to be sent to be read.
    private func serve(
        _ endpoint: MCPEndpoint, _ body: (RawClient) async throws -> Void
    ) async throws {
        var configuration = HTTPServer.Configuration()
        configuration.inspectionInterval = .milliseconds(10)
        let server = try HTTPServer(configuration: configuration, handler: endpoint)
        try await body(RawClient(port: server.boundPort))
        await server.stop()
    }

    private func text(_ body: String, _ headers: [(String, String)]) -> String {
        let lines = [
            ("Host", "localhost"), ("Content-Type", "application/json"), ("Content-Length", "\(body.utf8.count)"),
        ]
        return (["POST /mcp HTTP/1.1"] + (lines + headers).map { "\($0.0): \($0.1)" }).joined(separator: "\r\n")
            + "\r\n\r\n" + body
    }

    @Test func progressComesBeforeTheAnswer() async throws {
        let endpoint = try endpoint()
        let session = try await session(endpoint)
        let call = Conversation.call("1", "say", meta: #"{"progressToken":"p"}"#)
        try await serve(endpoint) { client in
            client.send(text(call, [session, Self.streams]))
            let response = try #require(await client.response())
            #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream")
            let events = response.text.split(separator: "\n\n")
            #expect(events.count == 2 && events[0].contains(#""progressToken":"p""#) && events[1].contains("said"))
        }
        let plain = await endpoint.respond(to: try request(call, [session]))
        #expect(plain.stream == nil && plain.headers["Content-Type"] == "application/json")
    }

    @Test func whatTakesLongBecomesAStreamThatBeats() async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls, heartbeat: .milliseconds(1))
        let session = try await session(endpoint)
        try await serve(endpoint) { client in
            client.send(text(Conversation.call("1"), [session, Self.streams]))
            await calls.wait(for: 1)
            #expect(await endpoint.respond(to: try request("", [session], method: "DELETE")).status == 204)
            let response = try #require(await client.response())
            #expect(response.headers["Content-Type"] == "text/event-stream")
            #expect(response.text.allSatisfy { ":\n".contains($0) }, "a cancelled call is not answered")
        }
        await calls.wait(for: 0)
    }

    @Test(arguments: [true, false])
    func aStreamThatNobodyReadsCancelsWhatStandsAlone(isStateless: Bool) async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls)
        let session = try await session(endpoint)
        let meta = isStateless ? Self.stateless.dropLast() + #","progressToken":1}"# : #"{"progressToken":1}"#
        let headers =
            isStateless
            ? [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "look")] : [session]
        try await serve(endpoint) { client in
            client.send(text(Conversation.call("1", meta: String(meta)), headers + [Self.streams]))
            await calls.wait(for: 1)
            client.close()
            if isStateless { await calls.wait(for: 0) }
        }
        #expect(calls.running.withLock { $0 } == (isStateless ? 0 : 1))
        #expect(await endpoint.respond(to: try request("", [session], method: "DELETE")).status == 204)
        await calls.wait(for: 0)
    }

    // MARK: Requests that stand alone

    @Test(
        arguments: [
            ("tools/list", [("Mcp-Method", "tools/list")], 200, nil),
            ("nothing", [("Mcp-Method", "nothing")], 404, -32601),
            ("tools/list", [], 400, -32020), ("tools/list", [("Mcp-Method", "tools/call")], 400, -32020),
            ("tools/call", [("Mcp-Method", "tools/call"), ("Mcp-Name", "look")], 400, -32020),
            ("tools/call", [("Mcp-Method", "tools/call"), ("Mcp-Name", "say")], 200, nil),
        ] as [(String, [(String, String)], Int, Int?)])
    func headersMustSayWhatTheBodySays(
        method: String, headers: [(String, String)], status: Int, code: Int?
    ) async throws {
        let body = #"""
            {"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"name":"say","arguments":{},"_meta":\#(Self.stateless)}}
            """#
        let version = ("MCP-Protocol-Version", "2026-07-28")
        let response = try await endpoint().respond(to: try request(body, [version] + headers))
        #expect(response.status == status && response.headers["Mcp-Session-Id"] == nil)
        #expect(try json(response)["error"]?["code"]?.int64Value == code.map(Int64.init))
    }

    @Test func theVersionMustStandInBothPlaces() async throws {
        let body = #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\#(Self.stateless)}}"#
        let bare = try await endpoint().respond(to: try request(body))
        #expect(try bare.status == 400 && json(bare)["error"]?["code"] == -32020)
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "ping")]
        let unsaid = try await endpoint().respond(to: try request(Self.ping, headers))
        #expect(try unsaid.status == 400 && json(unsaid)["error"]?["code"] == -32602)
    }

    @Test func aNotificationIsTakenAndDropped() async throws {
        let body = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        let response = try await endpoint().respond(to: try request(body, [("MCP-Protocol-Version", "2026-07-28")]))
        #expect(response == .empty(status: 202))
    }

    @Test func whoLeavesCancelsTheCall() async throws {
        let calls = Calls()
        let endpoint = try endpoint(calls)
        let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "look")]
        let request = try request(Conversation.call("1", meta: Self.stateless), headers)
        let task = Task { await endpoint.respond(to: request) }
        await calls.wait(for: 1)
        task.cancel()
        #expect(await task.value.body.isEmpty)
        await calls.wait(for: 0)
    }
}
