// SPDX-License-Identifier: Apache-2.0
package import TestSupport
import WaxCrypto
package import WaxRecords
package import WaxStore
package import WaxSystem

/// A database on the disk with the server's tables and keys, and a clock that a test moves.
package final class TestStore: Sendable {
    package let directory: TemporaryDirectory
    package let database: Database
    package let vault: Vault
    package let time: ManualTime
    private let ledger: KeyLedger

    /// Opens the store in `directory`; the bytes of the master key are all `masterKey`.
    package init(
        in directory: TemporaryDirectory? = nil, time: ManualTime = ManualTime(), masterKey fill: UInt8 = 7,
        options: DatabaseOptions = DatabaseOptions()
    ) throws {
        self.directory = try directory ?? TemporaryDirectory()
        self.time = time
        database = try Database.open(
            path: self.directory.file("wax.db"), migrations: Schema.migrations, options: options)
        let masterKey = try MasterKey([1: SymmetricKey(data: [UInt8](repeating: fill, count: 32))])
        ledger = try KeyLedger(database, masterKey)
        vault = Vault(masterKey: masterKey, cipher: RestCipher(masterKey, ledger: ledger))
    }

    package var path: String { directory.file("wax.db") }

    /// Closes every connection.
    package func close() {
        ledger.close()
        database.close()
    }

    /// The present time of the test.
    package var now: Timestamp { time.now() }

    package func newID() -> ULID { ULID(time: now, random: SystemRandom()) }

    /// Runs `body` in a write of its own.
    @discardableResult
    package func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction, Vault) throws -> Value) throws
        -> Value
    {
        try database.writeAndWait { [vault] in try body($0, vault) }
    }

    /// Runs `body` in a read.
    package func read<Value>(_ body: (any SQLConnection, Vault) throws -> Value) throws -> Value {
        try database.read { try body($0, vault) }
    }

    /// The integers in the first row of a query.
    package func integers(_ sql: String, _ values: [SQLValue] = []) throws -> [Int64] {
        try database.read { connection in
            try connection.first(sql, values) { row in try (0..<row.columnCount).map { try row.integer($0) } } ?? []
        }
    }

    /// Changes the database as somebody would who has the file but not the keys.
    package func tamper(_ sql: String, _ values: [SQLValue] = []) throws {
        try database.writeAndWait { try $0.execute(sql, values) }
    }
}
