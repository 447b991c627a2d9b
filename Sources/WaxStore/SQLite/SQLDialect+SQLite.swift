// SPDX-License-Identifier: Apache-2.0

extension SQLDialect {
    /// SQLite 3.37 and later. Tables are strict: a column takes its own type or nothing.
    package static let sqlite = SQLDialect(
        name: "sqlite", integer: "INTEGER", real: "REAL", text: "TEXT", blob: "BLOB",
        identity: "INTEGER PRIMARY KEY", tableOptions: "STRICT", clusteredTableOptions: "STRICT, WITHOUT ROWID",
        skipLocked: "")
}
