// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxServer
import WaxStore
import WaxSystem

/// A data directory with accounts that send notifications to themselves. They have no devices: what those cost is
/// another benchmark.
struct NotifyData {
    struct Account {
        /// An integration key.
        let key: String
        /// The account's own token.
        let token: String
    }

    let directory: String
    let accounts: [Account]

    /// Makes the directory.
    init(in directory: String, accounts count: Int) throws {
        self.directory = directory
        let storage = try Storage(try DataDirectory(directory), masterKey: .besideData)
        defer { storage.close() }
        let (vault, random, now) = (storage.vault, SystemRandom(), SystemTime().now())
        func newID() -> ULID { ULID(time: now, random: random) }
        accounts = try (0..<count).map { number in
            let (secret, token) = (IntegrationSecret(random: random), AccountToken(random: random))
            let ids = (newID(), newID())
            try storage.database.writeAndWait { sql in
                let people = PersonTable(sql, vault)
                let person = try people.create(named: "account \(number)", .personal, id: ids.0, now: now)
                try people.insert(token, account: person.account, now: now)
                try IntegrationKeyTable(sql, vault).insert(
                    secret, id: ids.1, account: person.account, name: "benchmark", notifications: .send, expiresAt: nil,
                    now: now)
            }
            return Account(key: secret.text, token: token.text)
        }
    }
}
