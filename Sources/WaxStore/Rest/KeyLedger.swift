// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Which master keys a database was written with, and how many values each has protected.
///
/// AES-GCM with random nonces bears 2^32 values under one key; half of that is allowed. The count is taken from the
/// database in blocks, so a value costs no write; a block that is lost in a crash counts as used.
package final class KeyLedger: Sendable {
    /// The most values under one key.
    package static let limit: Int64 = 1 << 31

    private let database: Database
    private let key: UInt32
    private let block: Int64
    private let limit: Int64
    private let allowance: Locked<KeyAllowance>

    /// The table; part of the first migration.
    package static func createTable(on connection: some SQLConnection) throws {
        let dialect = connection.dialect
        try connection.execute(
            """
            CREATE TABLE master_keys (
                id \(dialect.integer) PRIMARY KEY, fingerprint \(dialect.blob) NOT NULL,
                used \(dialect.integer) NOT NULL) \(dialect.tableOptions)
            """)
    }

    /// Compares the master key with what the database was written with, enters new ones, and takes a first block.
    ///
    /// A block is few values for a program that ends soon. Errors: `wrongKey`, `StoreError`.
    package init(
        _ database: Database, _ masterKey: MasterKey, block: Int64 = 65_536, limit: Int64 = KeyLedger.limit
    ) throws {
        let key = masterKey.newest
        let first = try database.writeAndWait { transaction in
            try Self.enter(masterKey, transaction)
            return try Self.take(block, of: key, limit: limit, transaction)
        }
        self.database = database
        self.block = block
        self.limit = limit
        self.key = key
        var allowance = KeyAllowance(block: block)
        if first { allowance.received(block) }
        self.allowance = Locked(allowance)
    }

    deinit { close() }

    /// Gives back what is left of the present block once the writes queued before have run, for they may protect values
    /// still. Values may be protected after, from a new block.
    package func close() {
        let (key, allowance) = (key, allowance)
        database.enqueue({ transaction in
            // Run a second time, it finds nothing left: then the block counts as used.
            let rest = allowance.withLock { $0.surrender() }
            guard rest > 0 else { return 0 }
            return try transaction.execute(
                "UPDATE master_keys SET used = used - ? WHERE id = ?", [.integer(rest), SQLValue(key)])
        }) { (_: Result<Int, any Error>) in }
    }

    /// Counts one more value under the newest key. Errors: `exhausted`, `counter`.
    func countValue() throws {
        switch allowance.withLock({ $0.take() }) {
        case .go: break
        case .goAndAsk: ask()
        case .askAndWait:
            ask()
            try wait()
        case .wait: try wait()
        }
    }

    private func wait() throws {
        guard !database.isWriting else {
            throw RestError(.counter, "values were protected inside a write faster than they could be counted")
        }
        try allowance.wait { $0.takeAfterWait() }.get()
    }

    private func ask() {
        let (key, block, limit, allowance) = (key, block, limit, allowance)
        database.enqueue({ try Self.take(block, of: key, limit: limit, $0) }) { result in
            allowance.withLock { allowance in
                switch result {
                case .success(true): allowance.received(block)
                case .success(false):
                    allowance.failed(
                        RestError(
                            .exhausted,
                            "master key \(key) has protected as many values as it may: add a key to the master key file"
                        ))
                case .failure(let error):
                    allowance.failed(RestError(.counter, "protected values could not be counted: \(error)"))
                }
            }
            allowance.notify()
        }
    }

    /// Counts a block of values as used; false when the key cannot bear so many more.
    private static func take(
        _ block: Int64, of key: UInt32, limit: Int64, _ transaction: Transaction
    ) throws -> Bool {
        try transaction.execute(
            "UPDATE master_keys SET used = used + ? WHERE id = ? AND used <= ?",
            [.integer(block), SQLValue(key), .integer(limit - block)]) == 1
    }

    private static func enter(_ masterKey: MasterKey, _ transaction: Transaction) throws {
        let known = try transaction.all("SELECT id, fingerprint FROM master_keys ORDER BY id") {
            (id: try $0.integer(0), fingerprint: try $0.blob(1))
        }
        for (id, fingerprint) in known {
            guard let number = UInt32(exactly: id), masterKey.has(number) else {
                throw RestError(
                    .wrongKey,
                    "the database was written with a master key \(id), which the master key file does not hold")
            }
            guard masterKey.fingerprint(number) == fingerprint else {
                throw RestError(.wrongKey, "master key \(id) is another one than the database was written with")
            }
        }
        let highest = known.last?.id ?? 0
        for id in masterKey.ids where !known.contains(where: { $0.id == Int64(id) }) {
            guard id > highest else {
                throw RestError(.wrongKey, "a new master key needs a number above \(highest), not \(id)")
            }
            try transaction.execute(
                "INSERT INTO master_keys (id, fingerprint, used) VALUES (?, ?, 0)",
                [SQLValue(id), .blob(masterKey.fingerprint(id))])
        }
    }
}
