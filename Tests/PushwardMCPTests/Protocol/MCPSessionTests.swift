// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import Testing
import WaxJSON

@Suite struct MCPSessionTests {
    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"), ("", "2025-11-25"),
    ])
    func theVersionIsAgreedOn(asked: String, agreed: String) throws {
        var conversation = try Conversation()
        let result = try #require(try conversation.answer(to: Conversation.initialize(asked))?["result"])
        #expect(result["protocolVersion"] == .string(agreed))
        #expect(result["capabilities"] == ["tools": ["listChanged": false]])
        #expect(result["serverInfo"]?["name"] == "test")
        #expect((result["serverInfo"]?["title"] != nil) == (agreed >= "2025-06-18"))
        #expect(result["instructions"] == "Be brief.")
    }

    /// A message, and what it is answered with in a session of revision 2025-06-18.
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, #"answer 2 {"jsonrpc":"2.0","id":1,"result":{}}"#),
        (#"{"jsonrpc":"2.0","id":"é","method":"ping"}"#, #"answer 2 {"jsonrpc":"2.0","id":"é","result":{}}"#),
        (#"{"jsonrpc":"2.0","id":-7,"method":"ping","params":{}}"#, #"answer 2 {"jsonrpc":"2.0","id":-7,"result":{}}"#),
        (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "end 2"),
        (#"{"jsonrpc":"2.0","method":"notifications/anything","params":[1]}"#, "end 2"),
        (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "end 2"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#, "end 2"),
        (#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#, "end 2"),
        (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, error(1, -32601, "there is no such method")),
        (#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel"}"#, error(1, -32601, "there is no such method")),
        (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, error(1, -32601, "there is no such method")),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, error(1, -32602, "params must be an object")),
        (
            #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            error(nil, -32600, "the id must be a whole number or a text")
        ),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, error(nil, -32600, "the id must be a whole number or a text")),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, error(nil, -32600, "the id must be a whole number or a text")),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, error(1, -32600, #"jsonrpc must be \"2.0\""#)),
        (#"{"id":1,"method":"ping"}"#, error(1, -32600, #"jsonrpc must be \"2.0\""#)),
        (#"{"jsonrpc":"2.0","id":1}"#, error(1, -32600, "the method is missing")),
        (#"{"jsonrpc":"2.0","id":1,"method":5}"#, error(1, -32600, "the method must be a text")),
        ("7", error(nil, -32600, "a message must be an object")),
        ("null", error(nil, -32600, "a message must be an object")),
        ("[]", error(nil, -32600, "an empty array is no message")),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, error(nil, -32600, "send one message at a time")),
        (Conversation.initialize("2025-06-18"), error(0, -32600, "initialize came before")),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
            error(1, -32602, "there is no such cursor")
        ),
        (Conversation.call("1", "dance"), error(1, -32602, "there is no such tool")),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, error(1, -32602, "there is no such tool")),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":[]}}"#,
            error(1, -32602, "arguments must be an object")
        ),
    ])
    func eachMessageHasItsAnswer(message: String, expected: String) throws {
        var conversation = try Conversation(version: "2025-06-18")
        #expect(try conversation.say(message) == [expected])
    }

    @Test func nothingButPingComesBeforeInitialize() throws {
        var conversation = try Conversation()
        #expect(
            try conversation.say(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
                == [#"answer 1 {"jsonrpc":"2.0","id":1,"result":{}}"#])
        let refused = try conversation.answer(to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        #expect(refused?["error"] == ["code": -32600, "message": "initialize comes first"])
        let unnamed = try conversation.answer(to: #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#)
        #expect(unnamed?["error"]?["code"] == -32602)
    }

    @Test(arguments: [
        ("2024-11-05", false, false), ("2025-03-26", true, false), ("2025-06-18", true, true),
        ("2025-11-25", true, true),
    ])
    func toolsAreListedAsTheVersionHasThem(version: String, hasAnnotations: Bool, hasTitle: Bool) throws {
        var conversation = try Conversation(version: version)
        let answer = try conversation.answer(
            to: #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}"#)
        let tools = try #require(answer?["result"]?["tools"]?.arrayValue)
        #expect(tools.map { $0["name"] } == ["look", "say"])
        #expect((tools[0]["annotations"] != nil) == hasAnnotations)
        #expect((tools[0]["title"] != nil) == hasTitle)
        #expect(tools[0]["inputSchema"] == ["type": "object", "properties": [:], "additionalProperties": false])
        #expect(answer?["result"]?["ttlMs"] == nil)
        if hasAnnotations {
            #expect(tools[0]["annotations"]?["readOnlyHint"] == true)
            #expect(tools[1]["annotations"]?["readOnlyHint"] == false)
            #expect(tools[1]["annotations"]?["destructiveHint"] == false)
        }
    }

    @Test func callsRunSideBySideAndAreAnsweredInAnyOrder() throws {
        var conversation = try Conversation(version: "2025-06-18")
        #expect(try conversation.say(Conversation.call("1")) == ["start 1 look"])
        #expect(try conversation.say(Conversation.call(#""1""#)) == ["start 2 look"])
        #expect(try conversation.say(Conversation.call("1")).first?.contains("a call of this id is running") == true)
        #expect(
            conversation.finish(2) == [
                #"answer 3 {"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"done"}],"isError":false}}"#
            ])
        #expect(conversation.finish(2) == [], "a call ends once")
        #expect(conversation.finish(1).count == 1)
        #expect(try conversation.say(Conversation.call("1")) == ["start 3 look"], "an id may be used again")
    }

    @Test(arguments: [("2025-03-26", false), ("2025-06-18", true)])
    func structuredContentComesWhereTheVersionHasIt(version: String, isThere: Bool) throws {
        var conversation = try Conversation(version: version)
        _ = try conversation.say(Conversation.call("1"))
        let lines = conversation.finish(1, structured: ["a": 1])
        #expect(lines.first?.contains(#""structuredContent":{"a":1}"#) == isThere)
    }

    @Test func aCancelledCallIsNotAnswered() throws {
        var conversation = try Conversation(version: "2025-06-18")
        _ = try conversation.say(Conversation.call("1"))
        #expect(
            try conversation.say(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}"#)
                == ["end 3"], "a text is not a number")
        #expect(
            try conversation.say(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
                == ["cancel 1", "end 2", "end 4"])
        #expect(conversation.finish(1) == [])
        #expect(conversation.report(1, 1) == [])
    }

    @Test func progressIsReportedWhenAskedForAndOnlyForwards() throws {
        var conversation = try Conversation(version: "2025-06-18")
        _ = try conversation.say(Conversation.call("1"))
        #expect(conversation.report(1, 1) == [])
        #expect(
            try conversation.say(Conversation.call("2", meta: #"{"progressToken":"t"}"#)) == [
                "start 2 look with progress"
            ])
        let params = #"{"progressToken":"t","progress":3,"total":9,"message":"so far"}"#
        #expect(
            conversation.report(2, 3) == [
                #"send 3 {"jsonrpc":"2.0","method":"notifications/progress","params":\#(params)}"#
            ])
        #expect(conversation.report(2, 3) == [])
        #expect(conversation.report(2, 2) == [])
        _ = conversation.finish(2)
        #expect(conversation.report(2, 5) == [])
    }

    @Test func theOldestVersionHasNoMessageOfProgress() throws {
        var conversation = try Conversation(version: "2024-11-05")
        _ = try conversation.say(Conversation.call("2", meta: #"{"progressToken":7}"#))
        #expect(
            conversation.report(1, 3).first?.hasSuffix(#""params":{"progressToken":7,"progress":3,"total":9}}"#) == true
        )
    }

    @Test func tooManyCallsAreRefused() throws {
        var conversation = try Conversation(version: "2025-06-18")
        for id in 1...MCPSession.maximumCalls { #expect(try conversation.say(Conversation.call("\(id)")).count == 1) }
        #expect(try conversation.say(Conversation.call("999")).first?.contains("too many calls at once") == true)
        _ = conversation.finish(1)
        #expect(try conversation.say(Conversation.call("999")) == ["start \(MCPSession.maximumCalls + 1) look"])
    }

    @Test func theEndCancelsWhatRuns() throws {
        var conversation = try Conversation(version: "2025-06-18")
        _ = try conversation.say(Conversation.call("1"))
        _ = try conversation.say(Conversation.call("2"))
        #expect(conversation.session.end().map(Conversation.line) == ["cancel 1", "cancel 2"])
        #expect(conversation.finish(1) == [])
    }

    @Test func whoLeavesAnExchangeCancelsItsCallsAlone() throws {
        var conversation = try Conversation(version: "2025-06-18")
        _ = try conversation.say(Conversation.call("1"))
        _ = try conversation.say(Conversation.call("2"))
        #expect(conversation.session.abandon(exchange: 2).map(Conversation.line) == ["cancel 1"])
        #expect(conversation.finish(2).count == 1)
    }
}

private func error(_ id: Int?, _ code: Int, _ message: String) -> String {
    #"answer 2 {"jsonrpc":"2.0","id":\#(id.map(String.init) ?? "null"),"error":{"code":\#(code),"message":"\#(message)"}}"#
}
