// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import Testing
import WaxJSON

/// Arrays of messages, which revision 2025-03-26 alone has.
@Suite struct BatchTests {
    private static let ping = #"{"jsonrpc":"2.0","id":9,"method":"ping"}"#
    private static let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#

    @Test func theAnswersComeTogetherWhenTheLastIsThere() throws {
        var conversation = try Conversation(version: "2025-03-26")
        let messages = "[\(Conversation.call("1")),\(Self.ping),\(Self.note),\(Conversation.call("2")),7]"
        #expect(try conversation.say(messages) == ["start 1 look", "start 2 look"])
        #expect(conversation.finish(2) == [])
        let line = try #require(conversation.finish(1).first)
        #expect(line.hasPrefix("answer 2 ["))
        let answers = try JSONReader.parse(String(line.dropFirst("answer 2 ".count)))
        #expect(answers.arrayValue?.map { $0["id"] } == [9, .null, 2, 1])
    }

    @Test(arguments: ["[\(note)]", "[\(note),\(note)]", #"[{"jsonrpc":"2.0","id":1,"result":{}}]"#])
    func whatAsksNothingIsNotAnswered(messages: String) throws {
        var conversation = try Conversation(version: "2025-03-26")
        #expect(try conversation.say(messages) == ["end 2"])
    }

    @Test func oneAnswerStaysInItsArray() throws {
        var conversation = try Conversation(version: "2025-03-26")
        #expect(try conversation.say("[\(Self.ping)]") == [#"answer 2 [{"jsonrpc":"2.0","id":9,"result":{}}]"#])
    }

    @Test func aCancelledCallLeavesTheOthers() throws {
        var conversation = try Conversation(version: "2025-03-26")
        _ = try conversation.say("[\(Conversation.call("1")),\(Conversation.call("2"))]")
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        #expect(try conversation.say(cancel) == ["cancel 1", "end 3"])
        #expect(conversation.finish(2).first?.hasPrefix(#"answer 2 [{"jsonrpc":"2.0","id":2,"#) == true)
    }

    @Test func initializeMustComeAlone() throws {
        var conversation = try Conversation()
        let refused = try conversation.answer(to: "[\(Conversation.initialize("2025-03-26"))]")
        #expect(refused?["error"]?["message"] == "send one message at a time", "before it no version is agreed on")
        conversation = try Conversation(version: "2025-03-26")
        let again = try conversation.answer(to: "[\(Conversation.initialize("2025-03-26"))]")
        #expect(again?[0]?["error"]?["message"] == "initialize must come alone")
    }
}
