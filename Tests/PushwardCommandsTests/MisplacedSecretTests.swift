// SPDX-License-Identifier: Apache-2.0
import PushwardMCP
import TestSupport
import Testing
import WaxCommands
import WaxHTTP
import WaxSystem

@testable import PushwardCommands

/// A secret in the wrong place reaches no message: every option, argument and variable of the table.
@Suite struct MisplacedSecretTests {
    private static let tool = PushwardTool(
        entries: [MCPCommand.entry, ActionCommand.entry], sleep: { _ in },
        transport: { _, _ in { (request) throws(HTTPClientError) in refusal(request) } })

    /// A server that says again all that it was sent.
    private static func refusal(_ request: HTTPClientRequest) -> HTTPClientResponse {
        let sent = request.url + " " + String(decoding: request.body, as: UTF8.self)
        let quoted = sent.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        let text = #"{"code":"x","detail":"\#(quoted)","errors":[{"message":"bad","value":"\#(quoted)"}]}"#
        return HTTPClientResponse(status: 422, body: Array(text.utf8))
    }

    /// What a run says to people.
    private func messages(
        _ arguments: [String], _ variables: [String: String], input: String = ""
    ) async -> (code: Int32, text: String) {
        let (capture, rest) = (ErrorCapture(), Locked(Array(input.utf8)))
        let context = capture.context(
            input: StandardInput(isTerminal: false) { limit in
                rest.withLock { rest in
                    defer { rest.removeFirst(min(limit, rest.count)) }
                    return Array(rest.prefix(limit))
                }
            }, environment: { variables[$0] })
        let code = await Self.tool.run(arguments, in: context)
        return (code.rawValue, capture.text)
    }

    private func variables(_ folder: TemporaryDirectory) -> [String: String] {
        [
            "PUSHWARD_API_URL": "https://push.example.org", "PUSHWARD_API_TOKEN": Pushward.token,
            "PUSHWARD_CONFIG_DIR": folder.path,
        ]
    }

    @Test(arguments: MisplacedSecret.all) func inArguments(secret: MisplacedSecret) async throws {
        let folder = try TemporaryDirectory()
        let lines = secret.lines(of: Self.tool.tool.root)
        #expect(lines.count > 500)
        var saying = 0
        for (path, arguments) in lines where path.first != "mcp" || !arguments.contains("--http=7") {
            let run = await messages(arguments + ["--debug"], variables(folder), input: secret.text + "\n")
            #expect(!secret.isShown(in: run.text), "\(path)")
            if run.text.hasPrefix("error: ") || run.text.contains("\nerror: ") { saying += 1 }
        }
        #expect(saying > lines.count / 2, "most of it is wrong, and said to be")
    }

    @Test(arguments: MisplacedSecret.all) func inVariables(secret: MisplacedSecret) async throws {
        let folder = try TemporaryDirectory()
        let names = Self.tool.tool.root.options.compactMap(\.environment)
        #expect(names.count > 4)
        let commands = [
            ["me"], ["notify", "--title", "t", "--body", "b"], ["e2e", "generate", "--save"], ["e2e", "key-id"],
            ["mcp"],
            ["schedule", "list"], ["auth", "status"], ["receipt", "secret"], ["auth", "login", "--with-token"],
        ]
        for name in names {
            var variables = variables(folder)
            variables[name] = name == "PUSHWARD_CONFIG_DIR" ? folder.file(secret.text) : secret.text
            for command in commands {
                let run = await messages(command + ["--debug"], variables, input: secret.text)
                #expect(!secret.isShown(in: run.text), "\(name) \(command)")
            }
        }
    }

    @Test(arguments: MisplacedSecret.all) func inTheConfiguration(secret: MisplacedSecret) async throws {
        let pushward = try Pushward(token: nil)
        let quoted = secret.text.replacing("\n", with: "\\n")
        for content in [
            "{\"api_url\":\"\(quoted)\"}", "{\"api_url\":\"https://a\",\"token\":\"\(quoted) \(quoted)\"}", secret.text,
            "{\"\(quoted)\":1,\"\(quoted)\":2}", "{\"e2e_key\":\"\(quoted)x\"}", "{\"token\":{\"\(quoted)\":1}}",
        ] {
            try pushward.store(content)
            for command in [["me"], ["e2e", "key-id"], ["notify", "--title", "t", "--body", "b"]] {
                let run = try await pushward.run(command)
                #expect(run.code != 0)
                #expect(!secret.isShown(in: run.errors), "\(command)")
            }
        }
    }
}
