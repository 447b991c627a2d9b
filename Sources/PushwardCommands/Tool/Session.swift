// SPDX-License-Identifier: Apache-2.0
package import PushwardClient
package import WaxCommands
import WaxJSON
package import WaxSystem

/// What one run of the tool works with.
package struct Session: Sendable {
    /// The streams and the environment.
    package let context: CommandContext
    /// Where the API is, and the keys.
    package let settings: Settings
    /// Where the result goes.
    package let output: ResultOutput
    /// The tool itself, for commands that run others.
    package let tool: PushwardTool
    /// The clock.
    package let time: any TimeSource
    /// What arguments may point to.
    let data: DataSource
    private let isDebugging: Bool

    init(_ command: ParsedCommand, tool: PushwardTool, context: CommandContext) throws(ClientError) {
        self.context = context
        self.tool = tool
        time = tool.time
        isDebugging = command[GlobalOptions.debug]
        output = try ResultOutput(command, to: context.output)
        settings = Settings(apiURL: GlobalOptions.apiURLFlag(command), environment: context.environment) {
            Self.warn($0, in: context)
        }
        data = DataSource { (limit) throws(ClientError) in
            do throws(CommandFailure) {
                return try context.input.readAll(limit: limit)
            } catch {
                throw .failure(error.message)
            }
        }
    }

    /// Writes a line about what is not wrong enough to stop, whatever form the result has.
    package func warn(_ text: String) {
        Self.warn(text, in: context)
    }

    /// A client with the key that is set, or with `key`, which need not be stored.
    package func client(key: String? = nil) throws(ClientError) -> APIClient {
        let endpoint = try settings.endpoint()
        let key = if let key { Optional(key) } else { try settings.apiKey()?.value }
        let observe: @Sendable (APIAttempt) -> Void = { [isDebugging, context] attempt in
            if isDebugging { try? context.errorOutput.writeLine("debug: \(attempt.description)") }
        }
        return APIClient(
            endpoint: endpoint, key: key,
            userAgent: APIClient.userAgent("pushward-cli", version: ProductVersion.text),
            transport: tool.transport(endpoint, context.environment("SSL_CERT_FILE").flatMap(\.trimmed)), time: time,
            sleep: tool.sleep, observe: observe)
    }

    /// The body with its text sealed by the key that is set, or as it is where `mode` allows that. Throws `usage`.
    func sealed(_ body: JSONObject, _ mode: BodySealing.Mode) throws(ClientError) -> BodySealing {
        try BodySealing(body, mode: mode) { () throws(ClientError) in try settings.encryptionKey()?.value }
    }

    private static func warn(_ text: String, in context: CommandContext) {
        // Standard error is the last resort: when it fails, nobody can be told.
        try? context.errorOutput.writeLine("warning: \(text)")
    }
}
