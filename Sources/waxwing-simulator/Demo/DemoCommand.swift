// SPDX-License-Identifier: Apache-2.0
import Foundation
import HonkioPush
import WaxCommands
import WaxSimulator
import WaxSystem

/// `waxwing-simulator demo`
enum DemoCommand {
    private static let once = Option(
        switch: "once", help: "end after the push; the exit status says whether all went as it must")
    private static let port = Option(
        "port", .integer(0...65_535), default: "8080", help: "the server's port on 127.0.0.1; 0 takes a free one")
    private static let directory = Option(
        "dir", .directory, default: "var/demo", help: "where the server's data, its log and the phones' keys are kept")
    private static let waxwing = Option(
        optional: "waxwing", .file, help: "the server's program; the one beside this program if not given")

    static let table = Command(
        "demo", "start a server and two phones, send a push, and show who could read what",
        options: [once, port, directory, waxwing])

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let signals = TerminationSignals()
        let program = command[waxwing] ?? serverBesideThis()
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw CommandFailure("there is no server at \(program)", hint: "build it, or name it with --waxwing")
        }
        let simulator = try Simulator(directory: "\(command[directory])/simulator")
        defer { simulator.close() }
        let data = "\(URL(fileURLWithPath: command[directory]).path)/data"
        let logFile = "\(URL(fileURLWithPath: command[directory]).path)/server.log"
        let server = try await WaxwingProcess.start(
            program, dataDirectory: data, port: command[port], settings: simulator.environment, logFile: logFile)
        do {
            let liveKey = try await WaxwingCommand.createKey(program, dataDirectory: data, mode: "live")
            let testKey = try await WaxwingCommand.createKey(program, dataDirectory: data, mode: "test")
            let demo = try await Demo(simulator: simulator, server: server, liveKey: liveKey)
            let screen = Screen(context)
            try introduce(demo, logFile: logFile, on: screen)
            let scene = try await demo.play()
            try screen.show { scene.write(to: &$0) }
            if !command[once] {
                try explain(demo, testKey: testKey, on: screen)
                await DemoAfterwards(demo: demo, screen: screen).run(until: signals)
            }
            await server.stop()
            return scene.problems.isEmpty ? .ok : .failure
        } catch {
            await server.stop()
            throw error
        }
    }

    static func serverBesideThis() -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("waxwing").path
    }

    private static func introduce(_ demo: Demo, logFile: String, on screen: Screen) throws {
        let phones = try [demo.iPhone, demo.android].map { try $0.encryptionPublicKey().keyID }
        try screen.show { page in
            page.add([
                StyledLine("Waxwing   \(demo.server.url), log \(logFile)"),
                StyledLine(
                    "simulated Apple \(demo.simulator.url(of: .apns)), Google \(demo.simulator.url(of: .fcm))"),
                StyledLine("phones    an iPhone with the key \(phones[0]), an Android phone with the key \(phones[1])"),
                StyledLine(""),
            ])
        }
    }

    private static func explain(_ demo: Demo, testKey: String, on screen: Screen) throws {
        let body =
            #"{"app_id":"\#(demo.appID)","user_id":"\#(demo.content.userID)","title":"Hello","body":"from curl"}"#
        try screen.show { page in
            page.add([StyledLine(""), StyledLine("Send another one:", .heading)])
        }
        // Not wrapped, so that it can be copied.
        try screen.write(
            """
            curl \(demo.server.url)/v1/push -H 'Authorization: Bearer \(demo.client.key)' \\
              -H 'Content-Type: application/json' -d '\(body)'

            A test key, which sends nothing to anybody: \(testKey)
            Ctrl-C stops everything.

            """)
    }
}
