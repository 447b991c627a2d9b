// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

/// The forms of a result: for people on a terminal, the server's own elsewhere.
@Suite struct OutputTests {
    private static let body = " {\"id\":\"u1\",\"nickname\":\"Ann\",\"notifications_used\":3,\"n\":1.50}\n\n"
    private static let raw = "{\"id\":\"u1\",\"nickname\":\"Ann\",\"notifications_used\":3,\"n\":1.50}\n"
    private static let indented = """
        {
          "id": "u1",
          "nickname": "Ann",
          "notifications_used": 3,
          "n": 1.50
        }

        """
    private static let human = "account        Ann\nnotifications  3\n"

    static let forms: [(flags: [String], onTerminal: String, piped: String)] = [
        ([], human, raw), (["--json"], indented, raw), (["-q"], "", ""), (["--quiet", "--json"], "", ""),
        (["-q", "-q"], "", ""), (["-qq"], "", ""), (["--json", "--json"], indented, raw),
        (["-q", "--jq", ".id"], "", ""), (["--jq", ".id"], "u1\n", "u1\n"),
        (["--json", "--jq", ".id"], "u1\n", "u1\n"),
        (["--jq", ".id,.n,[.id],{id},null,true"], jqLines, jqLines), (["--jq", "empty"], "", ""),
        (["--jq", ".nickname|ascii_downcase"], "ann\n", "ann\n"),
    ]
    private static let jqLines = "u1\n1.5\n[\"u1\"]\n{\"id\":\"u1\"}\nnull\ntrue\n"

    @Test(arguments: forms) func form(_ flags: [String], _ onTerminal: String, _ piped: String) async throws {
        let api = try FakeAPI(.answer(Self.body))
        let toPipe = try await Pushward(api).run(["me"] + flags)
        #expect(toPipe.output == piped)
        #expect(toPipe.errors == "" && toPipe.code == 0)
        let toTerminal = try await Pushward(api).run(["me"] + flags, onTerminal: [.output])
        #expect(toTerminal.output == onTerminal)
        #expect(toTerminal.errors == "" && toTerminal.code == 0)
    }

    @Test func withoutAFormForPeople() async throws {
        let api = try FakeAPI(.answer("{\"id\":7,\"title\":\"t\"}"))
        let toTerminal = try await Pushward(api).run("schedule", "get", "7", onTerminal: [.output])
        #expect(toTerminal.output == "{\n  \"id\": 7,\n  \"title\": \"t\"\n}\n")
        #expect(try await Pushward(api).run("schedule", "get", "7").output == "{\"id\":7,\"title\":\"t\"}\n")
    }

    @Test func whatIsNoJSON() async throws {
        let api = try FakeAPI(.text("openapi: 3.1.0\n"))
        #expect(try await Pushward(api).run("api", "/openapi.yaml").output == "openapi: 3.1.0\n")
        #expect(
            try await Pushward(api).run("api", "/openapi.yaml", onTerminal: [.output]).output == "openapi: 3.1.0\n")
        let result = try await Pushward(api).run("api", "/openapi.yaml", "--jq", ".x")
        #expect(result.code == 1)
        #expect(result.errors == "error: --jq: the answer is not JSON\n")
    }

    @Test func nothingIsNull() async throws {
        let api = try FakeAPI(.empty())
        #expect(try await Pushward(api).run("api", "/x", "-X", "DELETE").output == "")
        #expect(try await Pushward(api).run("api", "/x", "-X", "DELETE", "--jq", ".").output == "null\n")
    }

    @Test(arguments: ["  \n", "\r\n\t"]) func blankIsNull(_ body: String) async throws {
        let api = try FakeAPI(.text(body))
        let result = try await Pushward(api).run("api", "/x", "--jq", "[.]")
        #expect(result.output == "[null]\n" && result.errors == "" && result.code == 0)
    }

    /// Expressions that ask for what is around the answer, which there is nothing of.
    @Test(arguments: [
        ("input", "", 1), ("[inputs]", "[]\n", 0), ("first(inputs)", "", 0), ("try input catch .", "break\n", 0),
        (".id|debug", "7\n", 0), (#".id|debug("x")"#, "", 1), ("input_line_number", "", 1),
        ("input_filename", "null\n", 0), ("get_search_list", "[]\n", 0), ("$__prog_args", "", 1),
    ]) func noSurroundings(_ expression: String, _ output: String, _ code: Int32) async throws {
        let api = try FakeAPI(.answer(#"{"id":7}"#))
        let result = try await Pushward(api).run("me", "--jq", expression)
        #expect(result.output == output && result.code == code, "\(result)")
        #expect(result.errors.isEmpty == (code == 0))
    }

    @Test(arguments: [
        #"import "a" as a; ."#, #"import "a" as $a; ."#, #"include "a"; ."#, #"import "./a" as a; ."#,
        #"import "a" as a {search:"./"}; ."#, #"include "a" {search:"$ORIGIN/x"}; ."#,
        #"import "a" as $a {search:["~","/nowhere"]}; ."#,
    ]) func noLibraries(_ expression: String) async throws {
        let api = try FakeAPI(.answer("{}"))
        let result = try await Pushward(api).run("me", "--jq", expression)
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("error: --jq: ") && result.errors.split(separator: "\n").count == 1)
        #expect(api.calls.isEmpty)
    }

    @Test(arguments: [".id|", "nonsense(", ".[", "no_such_function"]) func badExpression(_ expression: String)
        async throws
    {
        let api = try FakeAPI(.answer("{}"))
        let result = try await Pushward(api).run("me", "--jq", expression)
        #expect(result.code == 1)
        #expect(result.errors.hasPrefix("error: --jq: ") && result.errors.split(separator: "\n").count == 1)
        #expect(api.calls.isEmpty)
    }

    @Test func expressionThatFails() async throws {
        let api = try FakeAPI(.answer(#"{"a":[1,2]}"#))
        let result = try await Pushward(api).run("me", "--jq", ".a[],.a.b")
        #expect(result.code == 1)
        #expect(result.output == "1\n2\n")
        #expect(result.errors.hasPrefix("error: --jq: Cannot index array with"))
        #expect(try await Pushward(api).run("me", "--jq", "halt").code == 0)
        #expect(try await Pushward(api).run("me", "--jq", #""x"|halt_error"#).code == 1)
    }

    @Test func terminalsAreNotSteered() async throws {
        let api = try FakeAPI(.answer("{\"nickname\":\"\\u001b]0;owned\\u0007\\u202eAnn\",\"id\":\"u\"}"))
        let result = try await Pushward(api).run("me", onTerminal: [.output])
        #expect(result.output == "account        ?]0;owned??Ann\n")
    }

    @Test(arguments: [[], ["--json"]]) func terminalsAreNotSteeredByText(_ flags: [String]) async throws {
        let text = "a:\t1\n\u{1B}]0;owned\u{7}\u{9B}2J\u{202E}é\rb\n"
        let api = try FakeAPI(.text(text))
        let shown = try await Pushward(api).run(["api", "/x"] + flags, onTerminal: [.output])
        #expect(shown.output == "a:\t1\n?]0;owned??2J?é?b\n")
        #expect(try await Pushward(api).run(["api", "/x"] + flags).output == text)
    }

    /// JSON on a terminal is still JSON, and what could steer is escaped.
    @Test(arguments: [
        ["schedule", "get", "7"], ["api", "/x"], ["me", "--json"], ["receipt", "7", "--json"], ["me", "--jq", "."],
        ["me", "--jq", ".a"],
    ]) func terminalsAreNotSteeredByJSON(_ arguments: [String]) async throws {
        let text = "a\u{9B}2J\u{7F}\u{202E}\u{2066}\u{2028}\u{85}é"
        let shown = #"a\u009b2J\u007f\u202e\u2066\u2028\u0085é"#
        let api = try FakeAPI(.answer("{\"a\":\"\(text)\",\"\(text)\":1}"))
        let result = try await Pushward(api).run(arguments, onTerminal: [.output])
        #expect(result.code == 0)
        #expect(result.output.contains(shown))
        #expect(result.output.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "é" || (0x20...0x7E).contains($0.value) })
        if arguments.last != ".a" { #expect(try JSONReader.parse(result.output)["a"]?.stringValue == text) }
        // A program that reads it gets it as it is.
        #expect(try await Pushward(api).run(arguments).output.contains("\u{9B}2J"))
    }

    @Test func terminalsAreNotSteeredByEnvelopes() async throws {
        let pushward = try Pushward(key: Pushward.key)
        let texts = ["--title", "t\u{9B}2J", "--body", "b\u{202E}"]
        let envelope = try await pushward.run(["e2e", "encrypt", "--jq", ".encrypted"] + texts).output
        let shown = try await pushward.run("e2e", "decrypt", "--json", input: envelope, onTerminal: [.output])
        #expect(shown.output == "{\n  \"title\": \"t\\u009b2J\",\n  \"body\": \"b\\u202e\"\n}\n")
    }

    @Test func terminalsAreNotSteeredByExpressions() async throws {
        let api = try FakeAPI(.answer(#"{"a":"\u001b]0;owned\u0007\tb\nc"}"#))
        let result = try await Pushward(api).run("me", "--jq", ".a", onTerminal: [.output])
        #expect(result.output == "\\u001b]0;owned\\u0007\tb\nc\n")
    }

    static let silent: [[String]] = [
        ["schedule", "cancel", "7"], ["auth", "logout"], ["e2e", "remove"], ["auth", "login"],
    ]

    @Test(arguments: silent) func linesForPeopleOnly(_ arguments: [String]) async throws {
        let api = try FakeAPI { call, _ in
            call.method == "DELETE" ? .empty() : .answer(#"{"nickname":"Ann"}"#)
        }
        let input = Pushward.token + "\n"
        for flags in [[], ["--json"], ["-q"]] {
            #expect(try await Pushward(api).run(arguments + flags, input: input).output == "")
        }
        #expect(try await Pushward(api).run(arguments + ["--json"], input: input, onTerminal: [.output]).output == "")
        let shown = try await Pushward(api).run(arguments, input: input, onTerminal: [.output])
        #expect(shown.output.split(separator: "\n").count == 1 && shown.code == 0)
    }

    @Test(arguments: [[], ["-q"], ["--json"], ["--jq", ".id"]]) func warningsInEveryForm(_ flags: [String]) async throws
    {
        let api = try FakeAPI(.answer(#"{"id":7,"delivery":"partial","reason":"no_apns_token"}"#, status: 201))
        let result = try await Pushward(api).run(["notify", "--title", "t", "--body", "b"] + flags)
        #expect(result.errors == "warning: delivery partial (no_apns_token)\n")
        #expect(result.code == 0)
    }
}
