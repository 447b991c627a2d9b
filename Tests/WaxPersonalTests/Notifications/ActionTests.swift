// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

/// The buttons of a notification.
@Suite struct ActionTests {
    private static func text(_ count: Int) -> JSONValue { .string(String(repeating: "é", count: count)) }

    private static let web: JSONObject = ["url": "https://a.example/hook"]

    private static func action(_ members: JSONObject) -> JSONValue {
        var action: JSONObject = ["id": "a", "title": "A"]
        for (name, value) in members { action[name] = value == "-" ? Optional.none : .some(value) }
        return [.object(action)]
    }

    static let right: [JSONObject] = [
        [:], ["id": text(64)], ["title": text(64)], ["icon": text(64)], ["icon": ""], ["url": ""],
        ["url": "myapp://open"], ["url": "mailto:a@example.com"], ["foreground": true], ["destructive": true],
        ["authentication_required": true], ["method": ""], ["headers": [:]], ["body": ""], ["text_input": true],
        ["text_input": true, "text_input_placeholder": text(64), "text_input_button_title": text(64)],
        ["text_input": true, "url": "https://a.example"], ["foreground": true, "url": "https://a.example"],
        ["url": "https://a.example", "method": "get"], ["url": "http://a.example", "method": "POST"],
        ["url": "http://a.example", "method": "pUt", "body": text(1024)],
        ["url": "http://a.example", "headers": ["X-A": .string(String(repeating: "v", count: 1021))]],
        ["url": "http://a.example", "headers": ["!#$%&'*+-.^_`|~09AZaz": ""]],
    ]

    @Test(arguments: right)
    func isTaken(_ members: JSONObject) async throws {
        let answer = try await PersonalRig().notify(["actions": Self.action(members)])
        #expect(answer.refusal == "201")
        #expect(answer["actions"] == Self.action(members))
    }

    static let wrong: [(JSONObject, String)] = [
        (["id": "-"], "id"), (["id": ""], "id"), (["id": text(65)], "id"), (["id": 1], "id"),
        (["title": "-"], "title"), (["title": ""], "title"), (["title": text(65)], "title"),
        (["icon": text(65)], "icon"), (["icon": .null], "icon"),
        (["url": .string("https://a.example/" + String(repeating: "x", count: 2031))], "url"),
        (["method": 1], "method"), (["headers": []], "headers"), (["headers": ["a": 1]], "headers.a"),
        (["body": text(1025)], "body"), (["foreground": "yes"], "foreground"), (["destructive": 1], "destructive"),
        (["authentication_required": .null], "authentication_required"), (["text_input": "yes"], "text_input"),
        (["text_input_placeholder": text(65)], "text_input_placeholder"),
        (["text_input_button_title": text(65)], "text_input_button_title"), (["colour": "red"], "colour"),
    ]

    @Test(arguments: wrong)
    func isRefusedBySchema(_ members: JSONObject, _ place: String) async throws {
        let answer = try await PersonalRig().notify(["actions": Self.action(members)])
        #expect(answer.refusal == "422 body.actions[0].\(place)")
    }

    static let broken: [JSONObject] = [
        ["url": "javascript:alert(1)"], ["url": "DATA:,x"], ["url": "file:///x"], ["url": "vbscript:x"],
        ["url": "nothing"], ["url": "https://"], ["url": "https://a.example", "method": "TRACE"],
        ["method": "POST"], ["headers": ["a": "b"]], ["body": "x"], ["url": "myapp://x", "method": "POST"],
        ["url": "myapp://x", "body": "x"], ["url": "https://a.example", "headers": ["a b": "c"]],
        ["url": "https://a.example", "headers": ["": "c"]], ["url": "https://a.example", "headers": ["a:": "c"]],
        ["url": "https://a.example", "headers": ["é": "c"]], ["url": "https://a.example", "headers": ["a": "b\r"]],
        ["url": "https://a.example", "headers": ["a": "b\n"]], ["url": "https://a.example", "headers": ["a": "b\0"]],
        ["url": "https://a.example", "headers": ["X-A": .string(String(repeating: "v", count: 1022))]],
        ["text_input": true, "foreground": true], ["text_input": true, "url": "myapp://x"],
        ["text_input": true, "foreground": true, "url": "https://a.example"],
        ["text_input_placeholder": "x"], ["text_input_button_title": "x", "text_input": false],
    ]

    @Test(arguments: broken)
    func isRefusedByARule(_ members: JSONObject) async throws {
        let answer = try await PersonalRig().notify(["actions": Self.action(members)])
        #expect(answer.refusal == "400 notification.invalid", "\(members)")
    }

    @Test func idsAreUniqueByCodePoints() async throws {
        func two(_ first: String, _ second: String) -> JSONObject {
            ["actions": [["id": .string(first), "title": "A"], ["id": .string(second), "title": "B"]]]
        }
        #expect(try await PersonalRig().notify(two("a", "a")).refusal == "400 notification.invalid")
        #expect(try await PersonalRig().notify(two("\u{E9}", "e\u{301}")).status == 201)
    }

    @Test func tenActionsAreTheMost() async throws {
        let actions = (0..<10).map { JSONValue.object(["id": .string("a\($0)"), "title": "A"]) }
        #expect(try await PersonalRig().notify(["actions": .array(actions)]).status == 201)
    }

    /// Which buttons are answered here.
    @Test(
        arguments: [
            ([:], true), (["text_input": true], true), (["url": ""], true), (["url": "https://a.example"], false),
            (["url": "myapp://x"], false), (["foreground": true], false), (["foreground": false], true),
        ] as [(JSONObject, Bool)])
    func answerable(_ members: JSONObject, _ isAnswerable: Bool) async throws {
        let answer = try await PersonalRig().notify(["actions": Self.action(members)])
        #expect(answer["answerable"] == (isAnswerable ? true : nil))
    }
}
