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
            context.tell("warning: \($0)")
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
        context.tell("warning: \(text)")
    }

    /// A client with the key that is set.
    package func client() throws(ClientError) -> APIClient {
        let endpoint = try settings.endpoint()
        return client(of: endpoint, key: try settings.apiKey()?.value)
    }

    /// A client with a key that need not be stored, or with none, for calls that need none.
    package func client(key: String?) throws(ClientError) -> APIClient {
        client(of: try settings.endpoint(), key: key)
    }

    private func client(of endpoint: APIEndpoint, key: String?) -> APIClient {
        let observe: @Sendable (APIAttempt) -> Void = { [isDebugging, context] attempt in
            if isDebugging { context.tell("debug: \(attempt.description)") }
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
}
