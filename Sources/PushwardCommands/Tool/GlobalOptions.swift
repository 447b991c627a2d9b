// SPDX-License-Identifier: Apache-2.0
import WaxCommands

/// The options of all commands. There is none for an API key, which would show in every list of processes.
enum GlobalOptions {
    static let json = Option(switch: "json", help: "print the server's answer as JSON on a terminal, too")
    static let jq = Option(
        optional: "jq", .string, valueName: "EXPR", help: "print what this jq expression makes of the answer")
    static let quiet = Option(switch: "quiet", short: "q", help: "print nothing when all goes well")
    static let debug = Option(switch: "debug", help: "print a line for each HTTP request on standard error")
    static let apiURL = Option(
        optional: "api-url", .anyString, valueName: "URL", environment: "PUSHWARD_API_URL",
        help: "where the server is: https, or http on this machine")

    static let token = Option(
        environmentOnly: "PUSHWARD_API_TOKEN", .anyString, help: "the API key, instead of the stored one")
    static let encryptionKey = Option(
        environmentOnly: "PUSHWARD_E2E_KEY", .anyString, help: "the encryption key, instead of the stored one")
    static let directory = Option(
        environmentOnly: "PUSHWARD_CONFIG_DIR", .anyString,
        help: "where config.json is, instead of pushward in XDG_CONFIG_HOME or in ~/.config")
    static let certificates = Option(
        environmentOnly: "SSL_CERT_FILE", .anyString,
        help: "a PEM file with the certificates to trust instead of the system's")

    static let all: [any CommandOption] = [
        json, jq, quiet, debug, apiURL, token, encryptionKey, directory, certificates,
    ]

    /// What `--api-url` says; the variable is the settings' affair, so that what works offline does without it.
    static func apiURLFlag(_ command: ParsedCommand) -> String? {
        command.source(of: apiURL) == .commandLine ? command[apiURL] : nil
    }
}
