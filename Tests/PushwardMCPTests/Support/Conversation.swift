// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import WaxJSON

/// A session with two small tools, spoken to in JSON text; what it decides comes back as one line for each action.
struct Conversation {
    var session: MCPSession
    private var exchange = 0

    init(version: String? = nil) throws {
        session = MCPSession(
            identity: ServerIdentity(name: "test", title: "Test", version: "1.0", instructions: "Be brief."),
            tools: [
                Tool("look", title: "Look", "Looks.", effect: .reads, []),
                Tool("say", title: "Say", "Says.", effect: .adds, [.init(required: "text", .text(1...5), "What.")]),
            ])
        guard let version else { return }
        _ = try say(Self.initialize(version))
    }

    static func initialize(_ version: String) -> String {
        #"""
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
        """#
    }

    static func call(_ id: String, _ tool: String = "look", meta: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":{},"_meta":\#(meta)}}"#
    }

    /// What a message of the client leads to.
    mutating func say(_ text: String) throws -> [String] {
        exchange += 1
        return session.receive(try JSONReader.parse(text), exchange: exchange).map(Self.line)
    }

    mutating func finish(_ call: Int, _ text: String = "done", structured: JSONObject? = nil) -> [String] {
        session.finish(ToolResult(text: text, structured: structured), call: call).map(Self.line)
    }

    mutating func report(_ call: Int, _ done: Int) -> [String] {
        session.progress(ToolProgress(done: done, total: 9, message: "so far"), call: call).map(Self.line)
    }

    /// The value that answers a message.
    mutating func answer(to text: String) throws -> JSONValue? {
        exchange += 1
        for case .finish(let value, _) in session.receive(try JSONReader.parse(text), exchange: exchange) {
            return value
        }
        return nil
    }

    static func line(_ action: MCPSession.Action) -> String {
        func text(_ value: JSONValue) -> String { String(decoding: value.compact, as: UTF8.self) }
        return switch action {
        case .start(let call): "start \(call.number) \(call.tool)" + (call.wantsProgress ? " with progress" : "")
        case .cancel(let number): "cancel \(number)"
        case .send(let value, let exchange): "send \(exchange) \(text(value))"
        case .finish(nil, let exchange): "end \(exchange)"
        case .finish(let value?, let exchange): "answer \(exchange) \(text(value))"
        }
    }
}
