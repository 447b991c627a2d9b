// SPDX-License-Identifier: Apache-2.0
import CSQLite

extension StoreError {
    /// The error for an extended result code; `message` is SQLite's own, which names columns but never their values.
    ///
    /// Source: sqlite.org/rescode.html.
    init(sqlite code: Int32, _ message: String) {
        self.init(Self.code(code), "\(message) (sqlite \(code))")
    }

    private static func code(_ extended: Int32) -> Code {
        switch extended {
        case 1555, 2067, 2579: return .unique  // PRIMARYKEY, UNIQUE, ROWID
        case 787: return .foreignKey
        case 1299: return .notNull
        default: break
        }
        switch extended & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH: return .constraint
        case SQLITE_CORRUPT: return .corrupt
        case SQLITE_NOTADB: return .foreign
        case SQLITE_FULL: return .full
        case SQLITE_READONLY: return .readOnly
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_PROTOCOL, SQLITE_NOLFS: return .io
        case SQLITE_NOMEM: return .outOfMemory
        default: return .misuse
        }
    }
}
