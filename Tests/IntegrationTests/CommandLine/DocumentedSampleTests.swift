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
