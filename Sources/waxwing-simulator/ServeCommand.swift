// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxHTTP
import WaxSimulator
import WaxSystem

/// `waxwing-simulator serve`
enum ServeCommand {
    private static let directory = Option(
        required: "dir", .directory, help: "where ca.pem, simulator.env and the phones' keys are written")
    private static let port = Option(
        "port", .integer(0...65_531), default: "0",
        help: "the port of the control interface on 127.0.0.1; the services take the four after it. 0 takes free ones")
    private static let sink = Option(
        switch: "sink", help: "take every request unread: for measurements of what the server spends")

    static let table = Command(
        "serve", "run the services and a control interface until stopped",
        discussion: """
            Point a server at it with: env $(cat DIR/simulator.env) waxwing serve …

            The control interface is HTTP with JSON:
              POST /credentials/apns      {bundle_id, team_id?, environment?}
              POST /credentials/fcm       {project_id}, answers with the key file
              POST /phones                {platform: ios|android, bundle_id|project_id, environment?}
              GET /phones/TOKEN/shown     ?at_least=N&within_ms=MS waits for N notifications
              POST /phones/TOKEN/rotate-key
              DELETE /phones/TOKEN        removes the app: its token is dead from then on
              GET /received               what Apple and Google were given; DELETE forgets it
              POST /faults                {fault, service?, token?, times?}; DELETE takes them back
              POST /faults/release        sends the answers that the fault hold keeps back
              PUT /clock                  {offset_seconds}: the services' clock goes wrong

            Faults: answer {reason, status?, retry_after?}, delay {milliseconds}, hold, no_answer {delivers?},
            refuse_stream, reset_stream {delivers?}, go_away {delivers?}, reset_connection {delivers?},
            stream_limit {limit}. Without service or token a fault holds for all; times is 1, or null for ever.
            """,
        options: [directory, port, sink])

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let signals = TerminationSignals()
        var configuration = configuration(command[port])
        configuration.isSink = command[sink]
        let simulator = try Simulator(directory: command[directory], configuration: configuration)
        defer { simulator.close() }
        var http = HTTPServer.Configuration()
        http.port = UInt16(command[port])
        http.threads = 1
        let control = try HTTPServer(configuration: http, handler: ControlAPI(simulator))
        let settings = simulator.environment.map { "\($0.name)=\($0.value)\n" }.joined()
        let file = "\(simulator.directory)/simulator.env"
        do {
            try Data(settings.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw CommandFailure("\(file) cannot be written")
        }
        try context.output.write(
            """
            control   http://127.0.0.1:\(control.boundPort)
            Apple     \(simulator.url(of: .apns)), sandbox \(simulator.url(of: .apnsSandbox))
            Google    \(simulator.url(of: .fcm)), tokens \(simulator.tokenURI)
            browsers  \(simulator.url(of: .webPush))
            settings  \(file)

            """)
        await signals.first()
        await control.stop()
        return .ok
    }

    private static func configuration(_ port: Int) -> SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        guard port > 0 else { return configuration }
        for (index, service) in SimulatedService.allCases.enumerated() {
            configuration.ports[service] = UInt16(port + 1 + index)
        }
        return configuration
    }
}
