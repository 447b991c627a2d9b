// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// The accounts that get notifications, and the tokens of their apps.
package struct PersonTable {
    private let sql: any SQLConnection
    private let vault: Vault

    package init(_ sql: any SQLConnection, _ vault: Vault) {
        self.sql = sql
        self.vault = vault
    }

    /// Makes the account when it is new, and its side that gets notifications.
    package func create(named name: String, _ kind: Person.Kind, id: ULID, now: Timestamp) throws -> Person {
        let account = try APIKeyTable(sql, vault).account(named: name, now: now)
        try sql.execute(
            "INSERT INTO people (account, id, kind, created_at) VALUES (?, ?, ?, ?)",
            [.integer(account), .blob(id.bytes), .integer(kind.rawValue), SQLValue(now)])
        return Person(account: account, id: id, name: name, kind: kind, app: nil, createdAt: now)
    }

    package func find(named name: String) throws -> Person? {
        try sql.first("\(Self.selection) WHERE accounts.name = ?", [.text(name)], Self.person(from:))
    }

    package func find(account: Int64) throws -> Person? {
        try sql.first("\(Self.selection) WHERE people.account = ?", [.integer(account)], Self.person(from:))
    }

    /// All of them, by name.
    package func all() throws -> [Person] {
        try sql.all("\(Self.selection) ORDER BY accounts.name", [], Self.person(from:))
    }

    /// The push app of an account, made when there is none.
    package func app(of person: Person, newID: ULID, now: Timestamp) throws -> PushApp {
        let apps = PushAppTable(sql, vault)
        // Not by the person as given: another write may have made the app meanwhile.
        if let seq = try find(account: person.account)?.app, try apps.exists(seq: seq),
            let app = try apps.find(seq: seq)
        {
            return app
        }
        try apps.insert(
            PushAppSettings(name: person.name), PushAppCredentials(), id: newID, owner: person.owner, now: now)
        guard let app = try apps.find(newID, owner: person.owner) else { throw RecordError.vanished("push_apps") }
        try sql.execute(
            "UPDATE people SET app = ? WHERE account = ?", [.integer(app.seq), .integer(person.account)])
        return app
    }

    // MARK: Tokens

    package func insert(_ token: AccountToken, account: Int64, now: Timestamp) throws {
        try sql.execute(
            "INSERT INTO account_tokens (lookup, account, created_at) VALUES (?, ?, ?)",
            [.blob(token.lookup(vault)), .integer(account), SQLValue(now)])
    }

    /// Ends every token of an account.
    package func removeTokens(account: Int64) throws {
        try sql.execute("DELETE FROM account_tokens WHERE account = ?", [.integer(account)])
    }

    package func find(_ token: AccountToken) throws -> Person? {
        try sql.first(
            """
            \(Self.selection) JOIN account_tokens ON account_tokens.account = people.account
            WHERE account_tokens.lookup = ?
            """, [.blob(token.lookup(vault))], Self.person(from:))
    }

    private static let selection = """
        SELECT people.account, people.id, accounts.name, people.kind, people.app, people.created_at
        FROM people JOIN accounts ON accounts.seq = people.account
        """

    private static func person(from row: Row) throws -> Person {
        guard let id = ULID(bytes: try row.blob(1)), let kind = Person.Kind(rawValue: try row.integer(3)) else {
            throw RecordError.unreadable("people")
        }
        return Person(
            account: try row.integer(0), id: id, name: try row.text(2), kind: kind, app: try row.optionalInteger(4),
            createdAt: try row.timestamp(5))
    }
}
