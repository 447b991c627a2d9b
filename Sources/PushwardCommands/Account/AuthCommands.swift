// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxJSON

/// `pushward auth`: the API key.
enum AuthCommands {
    static let withToken = Option(switch: "with-token", help: "read the key from standard input without asking for it")

    static let entry = CommandEntry(
        group: "auth", "look after the API key", [login, status, logout])

    private static let login = CommandEntry(
        Command(
            "login", "check an API key with the server and store it",
            discussion: """
                The key is typed, and not shown, or comes as the first line of standard input.
                With --api-url the URL is stored, too.
                """, options: [withToken])
    ) { command, session in
        let flag = GlobalOptions.apiURLFlag(command)
        let endpoint = try flag.map { text throws(ClientError) in try APIEndpoint(text, origin: "--api-url") }
        let checked = if let endpoint { endpoint } else { try session.settings.endpoint() }
        let key = try read(session, asks: !command[withToken])
        if !key.hasPrefix("hlk_") { session.warn("the key does not begin with hlk_, as keys of senders do") }
        let response = try await session.client(key: key).send(APIRequest("GET", NotificationPath.account))
        let stored = try session.settings.store(apiKey: key, apiURL: endpoint)
        // Without the variable that named the server this time, the key would go elsewhere.
        if let stored, (try? APIEndpoint(stored, origin: "api_url"))?.text != checked.text {
            session.warn(
                "the key was checked with \(checked.text), but is stored beside api_url \(stored.printable): "
                    + "pass --api-url to store the server as well")
        }
        if session.settings.apiKeyIsInEnvironment {
            session.warn("the key is stored, but PUSHWARD_API_TOKEN is set and wins over it")
        }
        try session.output.note("logged in as \(AccountText.name(response.value))")
    }

    private static let status = CommandEntry(
        Command("status", "ask the server whose key this is")
    ) { _, session in
        let client = try session.client()
        let response = try await client.send(APIRequest("GET", NotificationPath.account))
        let key = try session.settings.apiKey()
        try session.output.write(response.body) {
            """
            server   \(client.endpoint.text)
            account  \(AccountText.name(response.value))
            key      \(key.map { "\(masked($0.value)) (from \($0.origin.printable))" } ?? "none")
            """
        }
    }

    private static let logout = CommandEntry(
        Command("logout", "forget the stored API key")
    ) { _, session in
        let wasThere = try session.settings.removeAPIKey()
        if session.settings.apiKeyIsInEnvironment { session.warn("PUSHWARD_API_TOKEN is still set") }
        try session.output.note(wasThere ? "removed the API key" : "no API key was stored")
    }

    private static func read(_ session: Session, asks: Bool) throws -> String {
        let input = session.context.input
        let isTyped = input.isTerminal && asks
        let hidden = HiddenInput(input)
        if isTyped { try session.context.errorOutput.write("API key (not shown): ") }
        let line = try hidden.readLine() ?? []
        if isTyped { try session.context.errorOutput.write("\n") }
        guard let text = String(validating: line, as: UTF8.self)?.trimmed else {
            throw ClientError.usage("no API key was given")
        }
        try Settings.check(apiKey: text)
        return text
    }

    /// Enough to tell keys apart, and not enough to use one.
    private static func masked(_ key: String) -> String {
        key.unicodeScalars.count < 20
            ? "..." : (String(key.unicodeScalars.prefix(8)) + "..." + String(key.unicodeScalars.suffix(2))).printable
    }
}
