// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxSystem

/// Where the API is and which keys there are: from a flag, the environment, or the configuration file, in this order.
///
/// Nothing is read before it is needed, so that what works offline works with a bad setting of the other kind, too.
package struct Settings: Sendable {
    /// A value and where it comes from: a variable's name or the path of the file.
    package struct Sourced<Value: Sendable>: Sendable {
        /// The value.
        package let value: Value
        /// Where it comes from, as messages name it.
        package let origin: String
    }

    /// The file, for commands that change it.
    package let file: ConfigurationFile
    private let apiURLFlag: String?
    private let environment: @Sendable (String) -> String?
    private let warn: @Sendable (String) -> Void
    private let loaded = Locked<Configuration?>(nil)
    private let hasWarned = Locked(false)

    /// - Parameters:
    ///   - apiURL: what `--api-url` says.
    ///   - warn: told, once, when a value is taken from a file that others may read.
    package init(
        apiURL: String? = nil, environment: @escaping @Sendable (String) -> String?, file: ConfigurationFile? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        apiURLFlag = apiURL
        self.environment = environment
        self.file = file ?? ConfigurationFile(environment: environment)
        self.warn = warn
    }

    /// Where the API is. There is no default: a server of one's own has no address that everybody knows, and a key must
    /// not reach anybody else's. Throws `usage`.
    package func endpoint() throws(ClientError) -> APIEndpoint {
        if let apiURLFlag { return try APIEndpoint(apiURLFlag, origin: "--api-url") }
        if let text = variable("PUSHWARD_API_URL") { return try APIEndpoint(text, origin: "PUSHWARD_API_URL") }
        if let text = try stored(\.apiURL) { return try APIEndpoint(text, origin: "api_url in \(file.path.printable)") }
        throw .serverMissing
    }

    /// The API key; nil when there is none. Throws `failure` for a file that cannot be read, and `usage` for a text that
    /// can be no key.
    package func apiKey() throws(ClientError) -> Sourced<String>? {
        guard let key = try value("PUSHWARD_API_TOKEN", \.token) else { return nil }
        try Self.check(apiKey: key.value, origin: key.origin)
        return key
    }

    /// Throws `usage` for a text that can be no API key, and so would break the header that it stands in.
    /// - Parameter origin: where the text comes from; nil when it was just given.
    package static func check(apiKey text: String, origin: String? = nil) throws(ClientError) {
        guard !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return }
        throw .usage((origin.map { "\($0.printable): " } ?? "") + "an API key has no spaces and no special characters")
    }

    /// The text of the encryption key, whatever it is worth; nil when there is none.
    package func encryptionKeyText() throws(ClientError) -> Sourced<String>? {
        try value("PUSHWARD_E2E_KEY", \.encryptionKey)
    }

    /// The encryption key; nil when there is none. Throws `usage` when what is there is no key.
    package func encryptionKey() throws(ClientError) -> Sourced<PW1Key>? {
        guard let text = try encryptionKeyText() else { return nil }
        do throws(PW1Error) {
            return Sourced(value: try PW1Key(text.value), origin: text.origin)
        } catch {
            throw .usage("\(text.origin.printable): \(error)")
        }
    }

    /// Whether the variable of the encryption key is set, which wins over the file.
    package var encryptionKeyIsInEnvironment: Bool { variable("PUSHWARD_E2E_KEY") != nil }

    /// Whether the variable of the API key is set, which wins over the file.
    package var apiKeyIsInEnvironment: Bool { variable("PUSHWARD_API_TOKEN") != nil }

    /// A variable without white space around it; nil when nothing is left.
    package func variable(_ name: String) -> String? { environment(name).flatMap(\.trimmed) }

    private func value(
        _ variableName: String, _ field: KeyPath<Configuration, String?>
    ) throws(ClientError) -> Sourced<String>? {
        if let text = variable(variableName) { return Sourced(value: text, origin: variableName) }
        return try stored(field).map { Sourced(value: $0, origin: file.path) }
    }

    private func stored(_ field: KeyPath<Configuration, String?>) throws(ClientError) -> String? {
        let configuration: Configuration
        if let known = loaded.withLock({ $0 }) {
            configuration = known
        } else {
            configuration = try file.load()
            loaded.withLock { $0 = configuration }
        }
        guard let value = configuration[keyPath: field]?.trimmed else { return nil }
        if configuration.isExposed,
            !hasWarned.withLock({
                let warned = $0; $0 = true; return warned
            })
        {
            warn("others can read \(file.path.printable), which holds keys: chmod 600 it")
        }
        return value
    }
}
