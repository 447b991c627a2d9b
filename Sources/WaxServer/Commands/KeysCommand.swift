// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing keys`
enum KeysCommand {
    private static let personal = Option(
        switch: "personal", help: "keys that send notifications to an account, not keys of the push service")
    private static let id = Argument("KEY_ID", .string, help: "the id of the key, as keys list shows it")

    static let table = Command(
        "keys", "API keys",
        subcommands: [
            Command(
                "create", "make a key and print it",
                discussion: """
                    The key is shown this once: only a hash of it is stored. Works while the server runs.
                    A key of the push service needs --mode. With --personal the key sends notifications to an account, \
                    which is made when it is new.
                    """,
                options: [
                    personal, CredentialOptions.account, CredentialOptions.optionalMode, CredentialOptions.label,
                    IntegrationKeyCommand.notifications, IntegrationKeyCommand.activities,
                    IntegrationKeyCommand.expires,
                ] + SharedOptions.storage),
            Command(
                "list", "show the keys of an account, with tabs between their columns",
                options: [personal, CredentialOptions.account] + SharedOptions.storage),
            Command(
                "revoke", "end a key", options: [CredentialOptions.account] + SharedOptions.storage, arguments: [id]),
        ])

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        switch (command.path.last, command.path.last == "revoke" ? false : command[personal]) {
        case ("create", let isPersonal):
            try checkOptions(command, isPersonal: isPersonal)
            if isPersonal {
                try await IntegrationKeyCommand.create(command, in: context)
            } else {
                try await create(command, in: context)
            }
        case ("list", true): try IntegrationKeyCommand.list(command, in: context)
        case ("list", false): try list(command, in: context)
        default: try await revoke(command)
        }
        return .ok
    }

    /// Throws for an option that belongs to the other kind of key.
    private static func checkOptions(_ command: ParsedCommand, isPersonal: Bool) throws {
        if isPersonal, command[CredentialOptions.optionalMode] != nil {
            throw CommandFailure("--mode and --personal do not go together", code: .usage)
        }
        let sources = [
            ("notifications", command.source(of: IntegrationKeyCommand.notifications)),
            ("activities", command.source(of: IntegrationKeyCommand.activities)),
            ("expires", command.source(of: IntegrationKeyCommand.expires)),
        ]
        if !isPersonal, let (name, _) = sources.first(where: { $0.1 == .commandLine }) {
            throw CommandFailure("--\(name) needs --personal", code: .usage)
        }
    }

    private static func create(_ command: ParsedCommand, in context: CommandContext) async throws {
        let label = try CredentialOptions.label(command)
        guard let mode = command[CredentialOptions.optionalMode]?.mode else {
            throw CommandFailure("--mode or --personal is required", code: .usage)
        }
        let storage = try Storage(making: command, in: context)
        defer { storage.close() }
        let (random, now, name) = (SystemRandom(), SystemTime().now(), command[CredentialOptions.account])
        let secret = APIKeySecret(mode: mode, random: random)
        let vault = storage.vault
        try await storage.database.write { sql in
            let keys = APIKeyTable(sql, vault)
            let account = try keys.account(named: name, now: now)
            try keys.insert(
                secret, id: ULID(time: now, random: random), account: account, label: label, permissions: .full,
                now: now)
        }
        try context.output.writeLine(secret.text)
    }

    private static func list(_ command: ParsedCommand, in context: CommandContext) throws {
        let storage = try Storage(existing: command)
        defer { storage.close() }
        let keys = try storage.database.read { sql -> [APIKey] in
            let table = APIKeyTable(sql, storage.vault)
            guard let account = try table.account(existing: command[CredentialOptions.account]) else { return [] }
            return try [Mode.live, .test].flatMap {
                try table.list(owner: Owner(account: account, mode: $0), before: nil, limit: .max)
            }
        }
        for key in keys {
            let columns = [
                PublicID(.apiKey, key.id).text, key.owner.mode.label, "\(key.prefix)…", key.label ?? "-",
                key.createdAt.rfc3339,
            ]
            try context.output.writeLine(columns.joined(separator: "\t"))
        }
    }

    private static func revoke(_ command: ParsedCommand) async throws {
        if let id = PublicID(.integrationKey, text: command[id]) {
            return try await IntegrationKeyCommand.revoke(id.ulid, command)
        }
        guard let id = PublicID(.apiKey, text: command[id])?.ulid else { throw CommandFailure("there is no such key") }
        let storage = try Storage(existing: command)
        defer { storage.close() }
        let (now, vault, name) = (SystemTime().now(), storage.vault, command[CredentialOptions.account])
        try await storage.database.write { sql in
            let table = APIKeyTable(sql, vault)
            let account = try table.account(existing: name)
            let key = try account.flatMap { account in
                try [Mode.live, .test].lazy.compactMap {
                    try table.find(id, owner: Owner(account: account, mode: $0))
                }.first
            }
            guard let key else { throw CommandFailure("there is no such key") }
            try table.revoke(key, now: now)
        }
    }
}
