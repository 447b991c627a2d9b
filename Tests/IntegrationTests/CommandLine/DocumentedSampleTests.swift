// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import Testing
import WaxJSON

/// The folder with the pages whose samples are run; nil when none is given.
private let samples = ProcessInfo.processInfo.environment["WAXWING_SEED_DOCS"]

/// The samples in curl of the documentation that the server was made after, as they are printed.
///
/// The host, the API key and the words in capitals that stand for a value are all that is replaced.
@Suite(.bounded, .timeLimit(.minutes(2)), .enabled(if: samples != nil, "WAXWING_SEED_DOCS names no folder"))
struct DocumentedSampleTests {
    @Test(arguments: ["push-encryption.en.txt", "push-encryption.fr.txt"])
    func theCurlSamplesWork(_ page: String) async throws {
        let directory = try TemporaryDirectory()
        let server = try await WaxwingProcess(data: directory.file("data"))
        let url = URL(fileURLWithPath: samples ?? "").appendingPathComponent(page)
        let commands = Self.commands(in: try String(contentsOf: url, encoding: .utf8))
        #expect(commands.count == 2)
        for command in commands {
            let mode = command.contains("mk_test_") ? "test" : "live"
            let api = APIClient(url: server.url, key: try await server.makeKey(mode: mode))
            let app = try await api.make("POST", "/v1/push/apps", ["name": "Sample"]).string("id")
            let runnable =
                command
                .replacing("https://api.honkio.ca", with: server.url)
                .replacing("mk_\(mode)_YOUR_KEY", with: api.key)
                .replacing("APP_ID", with: app)
                .replacing("DEVICE_PUBLIC_KEY", with: SeedVector.publicKey)
            let process = try ChildProcess(["/bin/sh", "-c", runnable])
            let end = try await process.end()
            #expect(end == .exited(0), "\(process.errors)")
            let answer = try JSONReader.parse(Array(process.output.utf8))
            if command.contains("/v1/push/devices") {
                #expect(answer["id"]?.stringValue?.hasPrefix("pdev_") == true)
                #expect(answer["active"] == true)
                #expect(answer["encryption_key_id"] == "cHRL-UfvREIeEx3Q")
            } else {
                #expect(answer["id"]?.stringValue == app)
                #expect(answer["require_encryption"] == true)
            }
        }
        try await server.stop()
    }

    /// The answer has what the page prints, but for what is the server's own: identifier, time, and whether a device is
    /// there.
    @Test func theSampleOfANotificationWorks() async throws {
        let directory = try TemporaryDirectory()
        let server = try await WaxwingProcess(data: directory.file("data"))
        let made = try await WaxwingProcess.run([
            "keys", "create", "--data", server.data, "--personal", "--account", "home",
        ])
        let key = made.output.trimmingCharacters(in: .newlines)
        #expect(try key.wholeMatch(of: Regex("hlk_[0-9A-Za-z]{32}")) != nil)
        let url = URL(fileURLWithPath: samples ?? "").appendingPathComponent("end-to-end-encryption.txt")
        let page = try String(contentsOf: url, encoding: .utf8)
        let commands = Self.commands(in: page).filter { $0.contains("/notifications") }
        let command = try #require(commands.first)
        #expect(commands.count == 1)
        let runnable =
            command
            .replacing("https://api.pushward.app", with: server.url)
            .replacing("hlk_YOUR_TOKEN", with: key)
            .replacing("curl ", with: "curl -w '%{http_code}' ", maxReplacements: 1)
        let process = try ChildProcess(["/bin/sh", "-c", runnable])
        #expect(try await process.end() == .exited(0))
        #expect(process.output.hasSuffix("}201"))
        let answer = try JSONReader.parse(Array(process.output.dropLast(3).utf8))
        let start = try #require(page.range(of: "\n{\n  \"id\""))
        let end = try #require(page[start.upperBound...].range(of: "\n}\n"))
        let printed = "{\n  \"id\"" + page[start.upperBound..<end.upperBound]
        let expected = try #require(try JSONReader.parse(Array(printed.utf8)).objectValue)
        #expect(expected.count == 9)
        for (name, value) in expected where !["id", "pushed", "created_at", "delivery"].contains(name) {
            #expect(answer[name] == value, "\(name)")
        }
        #expect(answer["id"]?.int64Value != nil)
        #expect(answer["pushed"] == false && answer["delivery"] == "none" && answer["reason"] == "no_apns_token")
        #expect(answer.objectValue?.keys == expected.keys + ["reason"])
        try await server.stop()
    }

    /// The commands of a page: from a line that begins with curl, as long as lines are continued or a quote is open.
    private static func commands(in page: String) -> [String] {
        var commands: [String] = []
        var command: [Substring] = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            guard !command.isEmpty || line.hasPrefix("curl ") else { continue }
            command.append(line)
            let text = command.joined(separator: "\n")
            guard !line.hasSuffix("\\"), text.count(where: { $0 == "'" }).isMultiple(of: 2) else { continue }
            commands.append(text)
            command = []
        }
        return commands
    }
}
