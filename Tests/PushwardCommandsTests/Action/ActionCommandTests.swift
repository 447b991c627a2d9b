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

    private func step(_ inputs: [String: String], status: Int = 201, answer: String = #"{"id":7,"delivery":"all"}"#)
        async throws -> Step
    {
        let folder = try TemporaryDirectory()
        let (printed, requests) = (Locked<[UInt8]>([]), Locked<[HTTPClientRequest]>([]))
        var variables = Dictionary(
            uniqueKeysWithValues: inputs.map { ("INPUT_\($0.key.uppercased())", $0.value) })
        variables["GITHUB_OUTPUT"] = "\(folder.path)/outputs"
        variables["PUSHWARD_API_URL"] = "https://push.example.org"
        variables["PUSHWARD_CONFIG_DIR"] = folder.path
        let environment = variables
        let context = CommandContext(
            output: StandardStream(isTerminal: false) { bytes in
                printed.withLock { $0 += bytes }
                return true
            }, errorOutput: StandardStream(isTerminal: false) { _ in true }, environment: { environment[$0] })
        let transport: APIClient.Transport = { (request) throws(HTTPClientError) in
            requests.withLock { $0.append(request) }
            return HTTPClientResponse(status: status, body: Array(answer.utf8))
        }
        let tool = PushwardTool(entries: [ActionCommand.entry], transport: { _, _ in transport })
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

    @Test func aWarningOfTheCommandIsOneOfTheStep() async throws {
        let step = try await step(
            ["token": "t", "title": "T", "body": "B", "slug": "s"],
            answer: #"{"id":7,"delivery":"none","reason":"no_apns_token"}"#)
        #expect(step.code == .ok)
        #expect(
            step.lines.filter { $0.hasPrefix("::warning") } == [
                "::warning title=PushWard::the input slug is not used: 'notify' has no --slug",
                "::warning title=PushWard::delivery none (no_apns_token)",
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
