// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP
import WaxJSON

@Suite(.bounded, .timeLimit(.minutes(4))) struct SimulatorProgramTests {
    private static let executable = URL(fileURLWithPath: WaxwingProcess.executable).deletingLastPathComponent()
        .appendingPathComponent("waxwing-simulator").path

    @Test func demonstratesOnce() async throws {
        let directory = try TemporaryDirectory()
        let program = try ChildProcess([
            Self.executable, "demo", "--once", "--port", "0", "--dir", directory.file("demo"), "--waxwing",
            WaxwingProcess.executable,
        ])
        #expect(try await program.end() == .exited(0), "\(program.errors)")
        #expect(program.output.contains("Neither Apple nor Google can read any of it"))
        #expect(program.output.contains("The iPhone showed") && !program.output.contains("\u{1B}"))
    }

    /// An owner, two contacts, a chat server and a relay, each a process of its own.
    @Test func demonstratesTheRelayOnce() async throws {
        let directory = try TemporaryDirectory()
        let program = try ChildProcess([
            Self.executable, "relay-demo", "--once", "--dir", directory.file("demo"), "--waxwing",
            WaxwingProcess.executable,
        ])
        #expect(try await program.end() == .exited(0), "\(program.errors)\n\(program.output)")
        #expect(program.output.contains("Bob not that he was revoked"))
        #expect(program.output.contains("Nobody but the owner knows"))
        let state = try FileManager.default.contentsOfDirectory(atPath: directory.file("demo/state"))
        #expect(state == ["revocations"])
    }

    @Test func failsWithoutAServer() async throws {
        let directory = try TemporaryDirectory()
        let program = try ChildProcess([
            Self.executable, "demo", "--once", "--port", "0", "--dir", directory.file("demo"), "--waxwing", "/bin/true",
        ])
        #expect(try await program.end() == .exited(1))
        #expect(program.errors.contains("the server did not start"))
    }

    @Test func serves() async throws {
        let directory = try TemporaryDirectory()
        let program = try ChildProcess([Self.executable, "serve", "--dir", directory.path])
        #expect(try await program.firstInOutput { $0.contains("simulator.env\n") ? true : nil } == true)
        let settings = try String(contentsOfFile: directory.file("simulator.env"), encoding: .utf8)
        let names = settings.split(separator: "\n").map { $0.prefix { $0 != "=" } }
        #expect(
            names == [
                "WAXWING_APNS_URL", "WAXWING_APNS_SANDBOX_URL", "WAXWING_FCM_URL", "WAXWING_PROVIDER_CA",
                "WAXWING_TOKEN_URI_HOSTS", "WAXWING_ALLOW_PRIVATE_TARGETS",
            ])
        let line = try #require(program.output.split(separator: "\n").first { $0.hasPrefix("control") })
        let control = try #require(line.split(separator: " ").last)
        var request = HTTPClientRequest(method: "POST", url: "\(control)/phones")
        request.headers.add("Content-Type", "application/json")
        request.body = JSONValue.object(["platform": "ios", "bundle_id": "ca.example.app"]).compact
        let answer = try await HTTPClient().send(request)
        #expect(answer.status == 201)
        #expect(try JSONReader.parse(answer.body)["public_key"]?.stringValue?.utf8.count == 87)
        program.kill(SIGTERM)
        #expect(try await program.end() == .exited(0))
    }
}
