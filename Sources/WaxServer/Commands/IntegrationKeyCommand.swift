// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords
import WaxStore
import WaxSystem

/// `waxwing keys … --personal`: the keys with which notifications are sent to an account.
enum IntegrationKeyCommand {
    static let notifications = Option(
        "notifications", .keyLevel, default: "schedule",
        help: "with --personal: none, send, or schedule, which includes send")
    static let activities = Option(
        "activities", .activityLevel, default: "read", help: "with --personal: none or read")
    static let expires = Option(
        optional: "expires", .expiry, help: "with --personal: when the key ends, an RFC 3339 time or a span such as 90d"
    )

    /// Makes a key, and the account when it is new; prints the key alone.
    static func create(_ command: ParsedCommand, in context: CommandContext) async throws {
        let storage = try Storage(making: command, in: context)
        defer { storage.close() }
        let (now, vault, name) = (SystemTime().now(), storage.vault, command[CredentialOptions.account])
        let (label, secret) = (try CredentialOptions.label(command), IntegrationSecret(random: SystemRandom()))
        let (level, activity) = (command[notifications], command[activities])
        let expiry = command[expires]?.time(after: now)
        if let expiry, expiry <= now { throw CommandFailure("--expires must be in the future", code: .usage) }
        func newID() -> ULID { ULID(time: now, random: SystemRandom()) }
        let ids = (newID(), newID())
        try await storage.database.write { sql in
            let people = PersonTable(sql, vault)
            let person = try people.find(named: name) ?? people.create(named: name, .personal, id: ids.0, now: now)
            do {
                try IntegrationKeyTable(sql, vault).insert(
                    secret, id: ids.1, account: person.account, name: label ?? "default", notifications: level,
                    activities: activity, expiresAt: expiry, now: now)
            } catch is IntegrationKeyTable.LimitReached {
                throw CommandFailure(
                    "the account has \(IntegrationKey.limit) keys, and no more are possible",
                    hint: "waxwing keys revoke --personal ends one")
            }
        }
        try context.output.writeLine(secret.text)
    }

    /// Shows the keys of an account.
    static func list(_ command: ParsedCommand, in context: CommandContext) throws {
        let storage = try Storage(existing: command)
        defer { storage.close() }
        let keys = try storage.database.read { sql in
            let person = try PersonTable(sql, storage.vault).required(command[CredentialOptions.account])
            return try IntegrationKeyTable(sql, storage.vault).list(account: person.account)
        }
        for key in keys {
            let columns = [
                PublicID(.integrationKey, key.id).text, key.name, "notifications:\(key.notifications.label)",
                "activities:\(key.activities.label)", key.expiresAt?.rfc3339 ?? "-", key.isDefault ? "default" : "-",
            ]
            try context.output.writeLine(columns.joined(separator: "\t"))
        }
    }

    /// Ends a key.
    static func revoke(_ id: ULID, _ command: ParsedCommand) async throws {
        let storage = try Storage(existing: command)
        defer { storage.close() }
        let (now, vault) = (SystemTime().now(), storage.vault)
        try await storage.database.write { sql in
            let keys = IntegrationKeyTable(sql, vault)
            guard let key = try keys.find(id) else { throw CommandFailure("there is no such key") }
            try keys.revoke(key, now: now)
        }
    }
}

/// When a key ends: at a time, or so long after it was made.
enum KeyExpiry: Sendable {
    case at(Timestamp)
    case after(Duration)

    func time(after now: Timestamp) -> Timestamp {
        switch self {
        case .at(let time): time
        case .after(let span): now + span
        }
    }
}

extension ValueType where Value == KeyExpiry {
    /// A time or a span.
    static var expiry: ValueType {
        ValueType(name: "TIME", rule: "must be an RFC 3339 time, or a span such as 90d") { text in
            if let time = Timestamp(rfc3339: text) { return .at(time) }
            return ValueType<Duration>.duration(.seconds(1) ... .seconds(315_360_000)).convert(text)
                .map(KeyExpiry.after)
        }
    }
}

extension ValueType where Value == IntegrationKey.NotificationLevel {
    /// What a key may do with notifications.
    static var keyLevel: ValueType {
        ValueType(name: "LEVEL", rule: "must be none, send or schedule") { text in
            Value.allCases.first { $0.label == text }
        }
    }
}

extension ValueType where Value == IntegrationKey.ActivityLevel {
    /// What a key may do with activities.
    static var activityLevel: ValueType {
        ValueType(name: "LEVEL", rule: "must be none or read") { text in Value.allCases.first { $0.label == text } }
    }
}
