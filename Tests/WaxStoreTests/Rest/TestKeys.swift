// SPDX-License-Identifier: Apache-2.0
import TestSupport
import WaxCrypto
import WaxStore

/// Master keys with known bytes, and a database that has entered them.
struct TestKeys {
    let directory: TemporaryDirectory
    let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Self.open(directory.file("wax.db"))
    }

    static func open(_ path: String) throws -> Database {
        try Database.open(
            path: path, migrations: [Migration(version: 1, name: "keys") { try KeyLedger.createTable(on: $0) }])
    }

    func cipher(_ masterKey: MasterKey) throws -> RestCipher {
        RestCipher(masterKey, ledger: try KeyLedger(database, masterKey))
    }

    /// How many values the database has counted under a key.
    func used(_ id: Int64) throws -> Int64? {
        try database.read {
            try $0.first("SELECT used FROM master_keys WHERE id = ?", [.integer(id)]) { try $0.integer(0) }
        }
    }

    /// A master key whose keys are filled with one byte each.
    static func masterKey(_ fills: [UInt32: UInt8]) throws -> MasterKey {
        try MasterKey(fills.mapValues { SymmetricKey(data: [UInt8](repeating: $0, count: 32)) })
    }
}
