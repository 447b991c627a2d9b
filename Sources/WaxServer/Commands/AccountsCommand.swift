// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxPersonal
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing accounts`
enum AccountsCommand {
    private static let name = Argument("NAME", .accountName, help: "the name of the account")
    private static let organization = Option(
        switch: "organization", help: "make it an organization's: its keys cannot send encrypted notifications")
    private static let replace = Option(
        switch: "replace", help: "end every token that the account has")

    static let table = Command(
        "accounts", "accounts that get notifications",
        subcommands: [
            Command(
                "create", "make an account", options: [organization] + SharedOptions.storage, arguments: [name]),
            Command(
                "list", "show the accounts: name, kind, keys and devices, with tabs between",
                options: SharedOptions.storage),
            Command(
                "token", "make a token for the account's own app and print it",
                discussion: "The token is shown this once: only a hash of it is stored.",
                options: [replace] + SharedOptions.storage, arguments: [name]),
            AccountAppCommand.table(name),
        ])

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let storage =
            try command.path.last == "create" ? Storage(making: command, in: context) : Storage(existing: command)
        defer { storage.close() }
        switch command.path.last {
        case "create": try await create(command, storage)
        case "list": try list(storage, context)
        case "token": try await token(command, storage, context)
        default: try await AccountAppCommand.change(command, account: command[name], storage)
        }
        return .ok
    }

    private static func create(_ command: ParsedCommand, _ storage: Storage) async throws {
        let (now, name, vault) = (SystemTime().now(), command[name], storage.vault)
        let kind: Person.Kind = command[organization] ? .organization : .personal
        try await storage.database.write { sql in
            let people = PersonTable(sql, vault)
            guard try people.find(named: name) == nil else {
                throw CommandFailure("there is an account of this name already")
            }
            _ = try people.create(named: name, kind, id: ULID(time: now, random: SystemRandom()), now: now)
        }
    }

    private static func list(_ storage: Storage, _ context: CommandContext) throws {
        let lines = try storage.database.read { sql in
            try PersonTable(sql, storage.vault).all().map { person in
                let keys = try IntegrationKeyTable(sql, storage.vault).list(account: person.account).count
                let devices = try person.app.map { app in
                    try DeviceTable(sql, storage.vault).audience(of: .all, app: app).devices.values.reduce(0, +)
                }
                let kind = person.kind == .organization ? "organization" : "personal"
                return "\(person.name)\t\(kind)\t\(keys)\t\(devices ?? 0)"
            }
        }
        for line in lines { try context.output.writeLine(line) }
    }

    private static func token(
        _ command: ParsedCommand, _ storage: Storage, _ context: CommandContext
    ) async throws {
        let (now, name, vault, replaces) = (SystemTime().now(), command[name], storage.vault, command[replace])
        let token = AccountToken(random: SystemRandom())
        try await storage.database.write { sql in
            let people = PersonTable(sql, vault)
            let person = try people.required(name)
            if replaces { try people.removeTokens(account: person.account) }
            try people.insert(token, account: person.account, now: now)
        }
        try context.output.writeLine(token.text)
    }
}

extension PersonTable {
    /// The account of this name; throws what the operator is told when there is none.
    func required(_ name: String) throws -> Person {
        guard let person = try find(named: name) else {
            throw CommandFailure(
                "there is no such account", hint: "waxwing accounts create makes one, accounts list shows them")
        }
        return person
    }
}

extension ValueType where Value == String {
    /// The name of an account.
    static var accountName: ValueType {
        ValueType(name: "NAME", rule: "must be 1 to 100 characters without control characters") { text in
            let isName =
                (1...100).contains(text.unicodeScalars.count)
                && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            return isName ? text : nil
        }
    }
}
