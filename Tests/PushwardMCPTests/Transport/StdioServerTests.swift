// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxCommands
import WaxJSON
import WaxSystem

@testable import PushwardMCP

@Suite struct StdioServerTests {
    /// A pipe to write to the server, and what it writes back, line by line.
    private final class Client: Sendable {
        private let descriptors: (read: Int32, write: Int32)
        private let lines = Locked<[JSONValue]>([])
        private let done: Task<Void, Never>
        let isOutputBroken = Locked(false)

        init(run: @escaping MCPConnection.Runner) throws {
            var pair: [Int32] = [0, 0]
            try #require(pipe(&pair) == 0)
            descriptors = (pair[0], pair[1])
            let output = StandardStream(isTerminal: false) { [lines, isOutputBroken] bytes in
                guard !isOutputBroken.withLock({ $0 }) else { return false }
                for line in bytes.split(separator: UInt8(ascii: "\n")) {
                    lines.withLock { $0.append((try? JSONReader.parse(Array(line))) ?? .null) }
                }
                lines.notify()
                return true
            }
            let input = StandardInput(descriptor: pair[0])
            let server = StdioServer(try Conversation().session, input: input, output: output, run: run)
            done = Task { await server.serve() }
        }

        func send(_ text: String) {
            let bytes = Array("\(text)\n".utf8)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptors.write, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Waits for so many messages, and gives all.
        func messages(_ count: Int) async -> [JSONValue] {
            await inBackground { [lines] in
                lines.wait(atMost: .seconds(60)) { $0.count >= count ? $0 : nil } ?? []
            }
        }

        /// Ends the input and waits for the end of the server; gives all messages.
        func end() async -> [JSONValue] {
            close(descriptors.write)
            await done.value
            return lines.withLock { $0 }
        }

        func waitForEnd() async { await done.value }
    }

    /// `look` is never done by itself, `say` at once.
    private static let run: MCPConnection.Runner = { call, progress in
        guard call.tool == "look" else { return ToolResult(text: "said") }
        progress(ToolProgress(done: 1, total: 2, message: "looking"))
        try? await Task.sleep(for: .seconds(3600))
        return .failure(Task.isCancelled ? "cancelled" : "seen")
    }

    @Test func whatWaitsHoldsNothingUp() async throws {
        let client = try Client(run: Self.run)
        client.send(Conversation.initialize("2025-06-18"))
        client.send(Conversation.call("1", meta: #"{"progressToken":"p"}"#))
        client.send(Conversation.call("2", "say"))
        let messages = await client.messages(3)
        #expect(messages[0]["result"]?["protocolVersion"] == "2025-06-18")
        #expect(messages.contains { $0["params"]?["progressToken"] == "p" })
        #expect(messages.contains { $0["id"] == 2 })
        #expect(await client.end().count == 3, "what was cancelled by the end is not answered")
    }

    @Test func aCancelledCallEndsAndIsNotAnswered() async throws {
        let ended = Locked(false)
        let client = try Client { call, progress in
            let result = await Self.run(call, progress)
            if call.tool == "look" {
                ended.withLock { $0 = true }
                ended.notify()
            }
            return result
        }
        client.send(Conversation.initialize("2025-06-18"))
        client.send(Conversation.call("1"))
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        await inBackground { ended.wait { $0 ? () : nil } }
        client.send(Conversation.call("1", "say"))
        #expect(await client.messages(2).map { $0["id"] } == [0, 1])
        #expect(await client.end().count == 2)
    }

    @Test func badLinesAreAnsweredAndTheRestGoesOn() async throws {
        let client = try Client(run: Self.run)
        client.send("{not json")
        client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\u{FFFD}\"}")
        client.send(String(repeating: "x", count: StdioServer.maximumLineBytes + 1))
        client.send("")
        client.send(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#)
        let messages = await client.end()
        #expect(messages.map { $0["error"]?["code"]?.int64Value } == [-32700, -32600, -32700, nil])
        #expect(messages[0]["error"]?["message"]?.stringValue?.hasPrefix("the message is no JSON: ") == true)
        #expect(messages[2]["error"]?["message"] == "the message has more than 1048576 bytes")
        #expect(messages[3] == ["jsonrpc": "2.0", "id": 9, "result": [:]])
    }

    @Test func theLastLineNeedsNoEnd() async throws {
        let client = try Client(run: Self.run)
        client.send(Conversation.initialize("2025-06-18"))
        #expect(await client.end().count == 1)
    }

    @Test func aClientThatReadsNoMoreEndsTheServer() async throws {
        let client = try Client(run: Self.run)
        client.send(Conversation.initialize("2025-06-18"))
        _ = await client.messages(1)
        client.isOutputBroken.withLock { $0 = true }
        client.send(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#)
        await client.waitForEnd()
    }
}
