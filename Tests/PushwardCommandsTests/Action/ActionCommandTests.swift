// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushwardClient
import TestSupport
import Testing
import WaxCommands
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import PushwardCommands

/// Whole steps, with a server that answers the same to everything.
@Suite struct ActionCommandTests {
    private static let key = String(repeating: "0F", count: 32)

    private struct Step {
        var code = ExitCode.ok
        var lines: [String] = []
        var outputs = ""
        var requests: [HTTPClientRequest] = []
    }

    private func step(
        _ inputs: [String: String], variables more: [String: String] = [:], configuration: String? = nil,
        status: Int = 201, answer: String = #"{"id":7,"delivery":"all"}"#, looks: String? = nil
    ) async throws -> Step {
        let folder = try TemporaryDirectory()
        let (printed, requests) = (Locked<[UInt8]>([]), Locked<[HTTPClientRequest]>([]))
        var variables = Dictionary(
            uniqueKeysWithValues: inputs.map { ("INPUT_\($0.key.uppercased())", $0.value) })
        variables["GITHUB_OUTPUT"] = "\(folder.path)/outputs"
        variables["PUSHWARD_API_URL"] = "https://push.example.org"
        variables["PUSHWARD_CONFIG_DIR"] = folder.path
        let environment = variables.merging(more) { $1 }
        if let configuration {
            try configuration.write(toFile: "\(folder.path)/config.json", atomically: true, encoding: .utf8)
        }
        let context = CommandContext(
            output: StandardStream(isTerminal: false) { bytes in
                printed.withLock { $0 += bytes }
                return true
            }, errorOutput: StandardStream(isTerminal: false) { _ in true }, environment: { environment[$0] })
        let transport: APIClient.Transport = { (request) throws(HTTPClientError) in
            requests.withLock { $0.append(request) }
            if request.method == "GET", let looks { return HTTPClientResponse(status: 200, body: Array(looks.utf8)) }
            return HTTPClientResponse(status: status, body: Array(answer.utf8))
        }
        let time = ManualTime()
        let tool = PushwardTool(
            entries: [ActionCommand.entry], time: time, sleep: { time.advance(by: $0) },
            transport: { _, _ in transport })
        var step = Step()
        step.code = await tool.run(["gha"], in: context)
        step.lines = String(decoding: printed.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
        step.outputs = WholeFile.text("\(folder.path)/outputs") ?? ""
        step.requests = requests.withLock { $0 }
        return step
    }

    @Test func aNotificationIsSentAndItsNumberHandedOn() async throws {
        let step = try await step(["token": "hlk_t", "title": "T", "body": "B"])
        #expect(step.code == .ok)
        #expect(
            step.lines.prefix(3).allSatisfy { $0.hasPrefix("::add-mask::") } && step.lines[0] == "::add-mask::hlk_t")
        #expect(step.lines.dropFirst(3) == ["::debug::pushward notify --body=B --source=github-actions --title=T"])
        #expect(step.requests.map(\.url) == ["https://push.example.org/notifications"])
        #expect(step.requests[0].headers["Authorization"] == "Bearer hlk_t")
        #expect(step.outputs.contains("\nid<<") && step.outputs.contains("\n7\n"))
    }

    @Test func theKeySealsAndIsNeverSeen() async throws {
        let step = try await step(
            ["token": "hlk_t", "title": "SECRET", "body": "SECRET", "e2e-key": Self.key, "encrypt": "true"])
        #expect(step.code == .ok)
        let body = try #require(try JSONReader.parse(step.requests[0].body)["encrypted"]?.stringValue)
        let content = try PW1Envelope(body).open(with: PW1Key(Self.key))
        #expect(content.title == "SECRET")
        let visible = step.lines.filter { !$0.hasPrefix("::add-mask::") } + [step.outputs]
        #expect(visible.allSatisfy { !$0.contains("SECRET") && !$0.lowercased().contains(Self.key.lowercased()) })
        #expect(
            step.lines.contains("::add-mask::\(Self.key)")
                && step.lines.contains("::add-mask::\(Self.key.lowercased())"))
    }

    /// A key that the job or the runner has seals as the input does, and shows as little.
    @Test(arguments: [true, false]) func aKeyFromElsewhereSeals(isVariable: Bool) async throws {
        let step = try await step(
            ["token": "hlk_t", "title": "SECRET", "body": "SECRET"],
            variables: isVariable ? ["PUSHWARD_E2E_KEY": Self.key] : [:],
            configuration: isVariable ? nil : "{\"e2e_key\":\"\(Self.key)\"}")
        #expect(step.code == .ok)
        let body = try #require(try JSONReader.parse(step.requests[0].body)["encrypted"]?.stringValue)
        #expect(try PW1Envelope(body).open(with: PW1Key(Self.key)).title == "SECRET")
        let visible = step.lines.filter { !$0.hasPrefix("::add-mask::") } + [step.outputs]
        #expect(visible.allSatisfy { !$0.contains("SECRET") && !$0.lowercased().contains(Self.key.lowercased()) })
        #expect(step.lines.contains("::add-mask::\(Self.key.lowercased())") == isVariable)
        #expect(step.lines.contains { $0.hasPrefix("::debug::pushward notify --body=***") })
    }

    /// The input wins over what the job has, also when it is broken.
    @Test func theInputOfTheKeyWins() async throws {
        let variables = ["PUSHWARD_E2E_KEY": Self.key]
        let other = String(repeating: "1E", count: 32)
        let step = try await step(
            ["token": "hlk_t", "title": "T", "body": "B", "e2e-key": other], variables: variables)
        let body = try #require(try JSONReader.parse(step.requests[0].body)["encrypted"]?.stringValue)
        #expect(try PW1Envelope(body).open(with: PW1Key(other)).title == "T")
        let broken = try await self.step(
            ["token": "hlk_t", "title": "T", "body": "B", "e2e-key": "1e1e"], variables: variables)
        #expect(broken.code.rawValue == 2 && broken.requests.isEmpty)
    }

    /// Steps that follow may want to know that nobody answered.
    @Test func aWaitThatRunsOutHandsOnWhatThereIs() async throws {
        let step = try await step(
            ["token": "hlk_t", "title": "T", "body": "B", "actions": "yes=Yes", "wait": "10s"],
            answer: #"{"id":7,"answerable":true}"#, looks: #"{"notification_id":7,"status":"pending"}"#)
        #expect(step.code.rawValue == 7)
        #expect(step.lines.last == "::error title=PushWard::no answer to notification 7 within 10 s")
        #expect(step.requests.count > 2 && step.requests.count { $0.method == "POST" } == 1)
        for (name, value) in [
            ("id", "7"), ("status", "pending"), ("response", #"{"notification_id":7,"status":"pending"}"#),
        ] {
            #expect(step.outputs.split(separator: "\n").contains { $0.hasPrefix("\(name)<<") })
            #expect(step.outputs.contains("\n\(value)\n"))
        }
    }

    @Test(arguments: ["false", "true"]) func aHintIsPartOfTheAnnotation(encrypt: String) async throws {
        let step = try await step(
            ["token": "hlk_t", "title": "T", "body": "B", "e2e-key": Self.key, "encrypt": encrypt], status: 422,
            answer: #"{"code":"notification.encryption_unavailable","detail":"it is an organization"}"#)
        #expect(step.code == .failure)
        let message = "POST /notifications: 422 notification.encryption_unavailable: it is an organization"
        let hint = encrypt == "true" ? "" : "%0Apass --no-encrypt to send it readable"
        #expect(step.lines.last == "::error title=PushWard::\(message)\(hint)")
    }

    /// GitHub masks a secret that is whole, and none that is cut.
    @Test(arguments: MisplacedSecret.all) func aSecretInTheWrongInputIsNotShown(secret: MisplacedSecret) async throws {
        let names = ActionInput.allCases.map(\.rawValue) + ["command", "e2e-key", "encrypt", "fail-on-error", "token"]
        for name in names {
            for command in ["notify", "schedule list", "api /x"] {
                for value in [secret.text, "x=\(secret.text)", "@\(secret.text)", "notify --level \(secret.text)"] {
                    var inputs = ["token": "hlk_t", "command": command, "title": "T", "body": "B"]
                    inputs[name] = value
                    let step = try await step(inputs, status: 422, answer: #"{"detail":"\#(name)"}"#)
                    let visible = step.lines.filter { !$0.hasPrefix("::add-mask::") }.joined(separator: "\n")
                    #expect(!secret.isShown(in: visible), "\(name) of \(command)")
                }
            }
        }
    }

    /// Inputs, the answer's status, and the exit code and annotation that come of them.
    @Test(
        arguments: [
            ([:], 201, 3, "::error title=PushWard::the input token is required"),
            (
                ["token": "t", "encrypt": "true", "title": "T", "body": "B"], 201, 2,
                "::error title=PushWard::no encryption key: "
            ),
            (
                ["token": "t", "e2e-key": "hlk_wrong", "title": "T", "body": "B"], 201, 2,
                "::error title=PushWard::PUSHWARD_E2E_KEY: "
            ),
            (
                ["token": "t", "title": "T", "fail-on-error": "perhaps"], 201, 2,
                "::error title=PushWard::the input fail-on-error must"
            ),
            (
                ["token": "t", "title": "T", "body": "B"], 401, 3,
                "::error title=PushWard::POST /notifications: 401: no"
            ),
            (
                ["token": "t", "command": "schedule get 5"], 404, 4,
                "::error title=PushWard::GET /notifications/scheduled/5: 404: no"
            ),
            (
                ["token": "t", "title": "T", "body": "B"], 422, 1,
                "::error title=PushWard::POST /notifications: 422: no"
            ),
            (["token": "t", "command": "e2e remove"], 201, 2, "::error title=PushWard::the input command cannot be"),
            (
                ["token": "t", "title": "T", "body": "B", "fail-on-error": "false"], 422, 0,
                "::warning title=PushWard::POST /notif"
            ),
            (["fail-on-error": "FALSE"], 201, 0, "::warning title=PushWard::the input token is required"),
        ] as [([String: String], Int, Int32, String)])
    func aFailureIsAnnotated(inputs: [String: String], status: Int, code: Int32, annotation: String) async throws {
        let step = try await step(inputs, status: status, answer: status == 201 ? "{}" : #"{"detail":"no"}"#)
        #expect(step.code.rawValue == code)
        #expect(step.lines.last?.hasPrefix(annotation) == true)
        #expect(step.lines.count { $0.hasPrefix("::error") || $0.hasPrefix("::warning") } == 1)
    }

    /// What is wrong about the server's address names the input, too.
    @Test func aWrongAddressNamesTheInput() async throws {
        let step = try await step(
            ["token": "t", "title": "T", "body": "B", "api-url": "http://push.example.org"],
            variables: ["PUSHWARD_API_URL": ""])
        #expect(step.code.rawValue == 2 && step.requests.isEmpty)
        let line = try #require(step.lines.last)
        #expect(line.hasPrefix("::error title=PushWard::the input api-url must begin with https://"), "\(line)")
    }

    /// The message names the input, and not an option that a step has not.
    @Test func aStepWithoutAServerNamesTheInput() async throws {
        let texts = ["token": "t", "title": "T", "body": "B"]
        let nowhere = ["PUSHWARD_API_URL": ""]
        let step = try await step(texts, variables: nowhere)
        #expect(step.code.rawValue == 2 && step.requests.isEmpty)
        #expect(
            step.lines.last
                == "::error title=PushWard::no server: give the input api-url, or set PUSHWARD_API_URL")
        let named = try await self.step(
            texts.merging(["api-url": "https://other.example"]) { $1 }, variables: nowhere)
        #expect(named.requests.map(\.url) == ["https://other.example/notifications"])
        let stored = try await self.step(
            texts, variables: nowhere, configuration: #"{"api_url":"https://stored.example"}"#)
        #expect(stored.requests.map(\.url) == ["https://stored.example/notifications"])
    }

    @Test func aWarningOfTheCommandIsOneOfTheStep() async throws {
        let step = try await step(
            ["token": "t", "title": "T", "body": "B", "slug": "s"],
            answer: #"{"id":7,"delivery":"none","reason":"no_apns_token"}"#)
        #expect(step.code == .ok)
        #expect(
            step.lines.filter { $0.hasPrefix("::warning") } == [
                "::warning title=PushWard::the input slug is not used: 'notify' has no --slug",
                "::warning title=PushWard::delivery none (no_apns_token): no device is registered",
            ])
    }

    @Test func whatTheServerSaysCannotCommandTheRunner() async throws {
        let step = try await step(
            ["token": "t", "title": "T", "body": "B"], status: 422, answer: #"{"detail":"x\n::set-env name=A::b"}"#)
        #expect(
            step.lines.allSatisfy {
                $0.hasPrefix("::add-mask::") || $0.hasPrefix("::debug::") || $0.hasPrefix("::error ")
            })
    }
}
