// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
import WaxSystem

/// The database of a data directory and the keys that open what it protects.
package struct Storage: Sendable {
    package let database: Database
    package let vault: Vault
    private let ledger: KeyLedger

    /// Opens both; the first start makes them.
    package init(
        _ directory: DataDirectory, masterKey source: MasterKeySource, options: DatabaseOptions = DatabaseOptions()
    ) throws {
        let masterKey = try source.open(directory)
        database = try Database.open(path: directory.database, migrations: Schema.migrations, options: options)
        ledger = try KeyLedger(database, masterKey)
        vault = Vault(masterKey: masterKey, cipher: RestCipher(masterKey, ledger: ledger))
    }

    /// Closes the database; what was not used of the master key's allowance goes back to it.
    package func close() {
        ledger.close()
        database.close()
    }
}
