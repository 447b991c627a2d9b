// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

/// `waxwing-simulator relay-demo`
enum RelayDemoCommand {
    private static let once = Option(
        switch: "once", help: "end after the story; the exit status says whether all went as it must")
    private static let directory = Option(
        "dir", .directory, default: "var/relay-demo", help: "where keys, the relay's log and the owner's books are kept"
    )
    private static let waxwing = Option(
        optional: "waxwing", .file, help: "the relay's program; the one beside this program if not given")

    static let table = Command(
        "relay-demo", "start a relay, an owner, two contacts and a chat server, and show what each of them saw",
        options: [once, directory, waxwing])

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let signals = TerminationSignals()
        let program = command[waxwing] ?? DemoCommand.serverBesideThis()
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw CommandFailure("there is no relay at \(program)", hint: "build it, or name it with --waxwing")
        }
        let directory = URL(fileURLWithPath: command[directory]).path
        try? FileManager.default.removeItem(atPath: directory)
        let simulator = try Simulator(directory: "\(directory)/simulator")
        defer { simulator.close() }
        var http = HTTPServer.Configuration()
        http.threads = 1
        let control = try HTTPServer(configuration: http, handler: ControlAPI(simulator))
        let relay = try await RelayChild.start(program, directory: directory, simulator: simulator)
        do {
            let demo = try RelayDemo(
                simulator: simulator, control: "http://127.0.0.1:\(control.boundPort)", relay: relay,
                directory: directory)
            let scene = try await demo.play()
            let screen = Screen(context)
            try screen.show { scene.write(to: &$0) }
            if !command[once] {
                try screen.write(
                    "\nThe relay stays up at \(relay.process.url), its log is \(relay.logFile).\nCtrl-C stops everything.\n"
                )
                await signals.first()
            }
            demo.stop()
            await relay.process.stop()
            await control.stop()
            return scene.problems.isEmpty ? .ok : .failure
        } catch {
            await relay.process.stop()
            await control.stop()
            throw error
        }
    }
}
