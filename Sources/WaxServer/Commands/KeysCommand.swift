// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing keys`
enum KeysCommand {
    static let table = Command(
        "keys", "API keys",
        subcommands: [
            Command(
                "create", "make a key and print it",
                discussion: "The key is shown this once: only a hash of it is stored. Works while the server runs.",
                options: [
                    SharedOptions.data, CredentialOptions.mode, CredentialOptions.label, SharedOptions.masterKeyFile,
                    SharedOptions.masterKey,
                ])
        ])

    static func create(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let label = try CredentialOptions.label(command)
        let storage = try Storage(
            try DataDirectory(command[SharedOptions.data]), masterKey: SharedOptions.masterKeySource(command))
        defer { storage.close() }
        let (random, now) = (SystemRandom(), SystemTime().now())
        let secret = APIKeySecret(mode: command[CredentialOptions.mode].mode, random: random)
        let vault = storage.vault
        try await storage.database.write { sql in
            let keys = APIKeyTable(sql, vault)
            let account = try keys.account(named: CredentialOptions.account, now: now)
            try keys.insert(
                secret, id: ULID(time: now, random: random), account: account, label: label, permissions: .full,
                now: now)
        }
        try context.output.writeLine(secret.text)
        return .ok
    }
}
