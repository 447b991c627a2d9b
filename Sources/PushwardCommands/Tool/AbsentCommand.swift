// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands

/// Commands of other senders for what this server does not have.
enum AbsentCommand {
    static let entries = [
        entry("activity", aliases: ["activities"]), entry("widget", aliases: ["widgets"]),
        entry("email", aliases: ["emails"]), entry("key", aliases: ["keys"]),
    ]

    private static let rest = Argument(repeated: "ARGUMENT", .anyString, help: "anything")

    private static func entry(_ name: String, aliases: [String]) -> CommandEntry {
        CommandEntry(
            Command(
                name, aliases: aliases, "not offered by this server", arguments: [rest], takesEverything: true,
                isHidden: true)
        ) { _, _ in
            throw ClientError.usage("'pushward \(name)' is not offered by this server")
        }
    }
}
