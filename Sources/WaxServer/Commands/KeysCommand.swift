// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing keys`
enum KeysCommand {
    private static let mode = Option(
        required: "mode", .choice(KeyMode.self), valueName: "MODE",
        help: "test: nothing reaches a provider; live: pushes go out")
    private static let label = Option(
        optional: "label", .string, help: "a name to know the key by, at most 100 characters")

    private enum KeyMode: String, CaseIterable, Sendable {
        case test, live

        var mode: Mode { self == .live ? .live : .test }
    }

    /// The account of keys that name none.
    private static let account = "default"

    static let table = Command(
        "keys", "API keys",
        subcommands: [
            Command(
                "create", "make a key and print it",
                discussion: "The key is shown this once: only a hash of it is stored. Works while the server runs.",
                options: [SharedOptions.data, mode, label, SharedOptions.masterKeyFile, SharedOptions.masterKey])
        ])

    static func create(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let label = command[label]
        guard label.map({ (1...100).contains($0.unicodeScalars.count) }) ?? true else {
            throw CommandFailure("--label must be 1 to 100 characters", code: .usage)
        }
        let storage = try Storage(
            try DataDirectory(command[SharedOptions.data]), masterKey: SharedOptions.masterKeySource(command))
        defer { storage.close() }
        let (random, now) = (SystemRandom(), SystemTime().now())
        let secret = APIKeySecret(mode: command[mode].mode, random: random)
        let vault = storage.vault
        try await storage.database.write { sql in
            let keys = APIKeyTable(sql, vault)
            try keys.insert(
                secret, id: ULID(time: now, random: random), account: try keys.account(named: account, now: now),
                label: label, permissions: .full, now: now)
        }
        try context.output.writeLine(secret.text)
        return .ok
    }
}
