// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import Testing
import WaxJSON

/// Revision 2026-07-28, in which each request says which version it speaks and nothing is agreed on before.
@Suite struct StatelessTests {
    private static let envelope = meta(version: #""2026-07-28""#)

    private static func meta(version: String, capabilities: String = "{}") -> String {
        #"{"io.modelcontextprotocol/protocolVersion":\#(version),"io.modelcontextprotocol/clientCapabilities":\#(capabilities)}"#
    }

    private static func request(_ method: String, meta: String = envelope) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"_meta":\#(meta)}}"#
    }

    @Test func discoveryNamesWhatIsSpoken() throws {
        var conversation = try Conversation()
        let result = try #require(try conversation.answer(to: Self.request("server/discover"))?["result"])
        #expect(result["supportedVersions"] == ["2026-07-28"])
        #expect(result["capabilities"] == ["tools": ["listChanged": false]])
        #expect(result["instructions"] == "Be brief.")
        #expect(result["resultType"] == "complete")
        #expect(result["cacheScope"] == "public")
        #expect((result["ttlMs"]?.int64Value ?? 0) > 0)
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == "1.0")
    }

    @Test func toolsAreListedAndCalledWithoutInitialize() throws {
        var conversation = try Conversation()
        let result = try #require(try conversation.answer(to: Self.request("tools/list"))?["result"])
        #expect(result["tools"]?.arrayValue?.count == 2)
        #expect(result["ttlMs"] != nil && result["cacheScope"] != nil && result["resultType"] == "complete")
        #expect(try conversation.say(Conversation.call("1", meta: Self.envelope)) == ["start 1 look"])
        let line = try #require(conversation.finish(1, structured: ["a": 1]).first)
        #expect(line.contains(#""structuredContent":{"a":1}"#) && line.contains(#""resultType":"complete""#))
    }

    @Test func itMayBeMixedWithASession() throws {
        var conversation = try Conversation(version: "2025-06-18")
        #expect(try conversation.answer(to: Self.request("server/discover"))?["result"] != nil)
        #expect(try conversation.answer(to: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)?["result"] == [:])
    }

    @Test(arguments: [
        ("ping", envelope, -32601), ("resources/list", envelope, -32601),
        ("tools/list", meta(version: #""2099-01-01""#), -32022),
        ("tools/list", meta(version: #""2025-11-25""#), -32022),
        ("tools/list", meta(version: "5"), -32602),
        ("tools/list", #"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#, -32602),
        ("tools/list", meta(version: #""2026-07-28""#, capabilities: "[]"), -32602), ("tools/list", "{}", -32600),
    ])
    func whatDoesNotFitIsRefused(method: String, meta: String, code: Int64) throws {
        var conversation = try Conversation()
        let error = try #require(try conversation.answer(to: Self.request(method, meta: meta))?["error"])
        #expect(error["code"] == .number(JSONNumber(code)))
        if code == -32022 { #expect(error["data"]?["supported"] == ["2026-07-28"]) }
    }
}
