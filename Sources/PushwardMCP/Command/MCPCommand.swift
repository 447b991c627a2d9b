// SPDX-License-Identifier: Apache-2.0
import PushwardClient
package import PushwardCommands
import WaxCommands
import WaxHTTP
import WaxSystem

/// `pushward mcp`: lets a model send notifications and read what people answer.
package enum MCPCommand {
    static let http = Option(
        optional: "http", .anyString, valueName: "ADDR:PORT",
        help: "serve HTTP at /mcp there, and not standard input and output")
    static let hosts = Option(
        repeated: "allow-host", .string, valueName: "NAME",
        environment: "PUSHWARD_MCP_ALLOWED_HOSTS",
        help: "a name beside localhost under which the server may be asked for; needed to listen beyond this machine")

    /// Its row in the table of commands.
    package static let entry = CommandEntry(
        Command(
            "mcp", "serve the Model Context Protocol",
            discussion: """
                Standard input and output carry one message a line. Texts are encrypted before they
                leave this process as soon as there is an encryption key.

                The environment can say the same: PUSHWARD_MCP_TRANSPORT (stdio or http) and
                PUSHWARD_MCP_LISTEN_ADDR. PUSHWARD_MCP_HTTP_AUTH is taken for HTTP only as none: the
                server acts for one user, whose key it has.
                """,
            options: [http, hosts])
    ) { command, session in
        try await run(command, session)
    }

    private static let instructions = """
        Sends push notifications to the user's own devices and reads what they answer. Send one when something needs the \
        user's attention, not for every step. Text goes into title and body; do not put secrets into other fields, which \
        are never encrypted. To ask something, add actions without url, then call wait_for_answer with the id.
        """

    private static func run(_ command: ParsedCommand, _ session: Session) async throws {
        let settings = try MCPSettings(
            http: command[http], hosts: command[hosts], variable: session.settings.variable)
        for warning in settings.warnings { session.warn(warning) }
        let key = try session.settings.encryptionKey()?.value
        guard try session.settings.apiKey() != nil else { throw ClientError.keyMissing }
        let runner = ToolRunner(client: try session.client(), key: key, time: session.time)
        let state = MCPSession(
            identity: ServerIdentity(
                name: "pushward-mcp", title: "Pushward", version: ProductVersion.text, instructions: instructions),
            tools: NotificationTool.table)
        switch settings.transport {
        case .stdio:
            let (input, output) = (session.context.input, session.context.output)
            await StdioServer(state, input: input, output: output) { await runner.run($0, progress: $1) }.serve()
        case .http(let address, let hosts):
            let endpoint = MCPEndpoint(state, hosts: hosts) { await runner.run($0, progress: $1) }
            try await serve(endpoint, at: address, session)
        }
    }

    private static func serve(_ endpoint: MCPEndpoint, at address: ListenAddress, _ session: Session) async throws {
        var configuration = HTTPServer.Configuration()
        configuration.address = IPAddress(address.host) ?? .loopback
        configuration.port = address.port
        configuration.connectionLimit = 256
        configuration.maximumBodyBytes = MCPEndpoint.maximumBodyBytes
        let signals = TerminationSignals()
        let server: HTTPServer
        do throws(HTTPServerError) {
            server = try HTTPServer(configuration: configuration, handler: endpoint)
        } catch {
            throw ClientError.failure(error.description)
        }
        let url = "http://\(address.bracketedHost):\(server.boundPort)\(HTTPGate.path)"
        try session.context.errorOutput.writeLine("listening at \(url)")
        await signals.first()
        // What is under way is either sent or not, and nothing is kept here: there is nothing to wait for.
        await server.stop(deadline: .zero)
    }
}
