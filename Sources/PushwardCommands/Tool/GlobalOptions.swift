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
        optional: "api-url", .anyString, valueName: "URL",
        help: "where the server is: https, or http on this machine (environment PUSHWARD_API_URL)")

    static let all: [any CommandOption] = [json, jq, quiet, debug, apiURL]
}
