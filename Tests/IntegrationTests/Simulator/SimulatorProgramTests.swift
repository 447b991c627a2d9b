// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

@Suite(.timeLimit(.minutes(3))) struct SimulatorProgramTests {
    @Test func demonstratesOnce() throws {
        let directory = try TemporaryDirectory()
        let program = try SimulatorProgram([
            "demo", "--once", "--port", "0", "--dir", directory.file("demo"), "--waxwing", WaxwingProcess.executable,
        ])
        let exitCode = program.waitForExit()
        #expect(exitCode == 0, "\(program.error)")
        #expect(program.waits(for: "Neither Apple nor Google can read any of it"))
        #expect(program.output.contains("The iPhone showed") && !program.output.contains("\u{1B}"))
    }

    @Test func failsWithoutAServer() throws {
        let directory = try TemporaryDirectory()
        let program = try SimulatorProgram([
            "demo", "--once", "--port", "0", "--dir", directory.file("demo"), "--waxwing", "/bin/true",
        ])
        #expect(program.waitForExit() == 1)
        #expect(program.error.contains("the server did not start"))
    }

    @Test func serves() async throws {
        let directory = try TemporaryDirectory()
        let program = try SimulatorProgram(["serve", "--dir", directory.path])
        #expect(program.waits(for: "simulator.env\n"))
        let settings = try String(contentsOfFile: directory.file("simulator.env"), encoding: .utf8)
        let names = settings.split(separator: "\n").map { $0.prefix { $0 != "=" } }
        #expect(
            names == [
                "WAXWING_APNS_URL", "WAXWING_APNS_SANDBOX_URL", "WAXWING_FCM_URL", "WAXWING_PROVIDER_CA",
                "WAXWING_TOKEN_URI_HOSTS",
            ])
        let line = try #require(program.output.split(separator: "\n").first { $0.hasPrefix("control") })
        let control = try #require(line.split(separator: " ").last)
        var request = HTTPClientRequest(method: "POST", url: "\(control)/phones")
        request.headers.add("Content-Type", "application/json")
        request.body = JSONValue.object(["platform": "ios", "bundle_id": "ca.example.app"]).compact
        let answer = try await HTTPClient().send(request)
        #expect(answer.status == 201)
        #expect(try JSONReader.parse(answer.body)["public_key"]?.stringValue?.utf8.count == 87)
        program.terminate()
        #expect(program.waitForExit() == 0)
    }
}
