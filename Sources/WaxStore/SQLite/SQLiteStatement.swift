// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// A prepared statement; the owner of its `sqlite3_stmt`.
final class SQLiteStatement {
    private let pointer: OpaquePointer
    private(set) var rowNumber: UInt64 = 0
    let columnCount: Int
    /// Whether it changes no row and no table.
    let isReadOnly: Bool
    private let parameterCount: Int
    /// When the statement was last used, counted by its cache.
    var lastUse: UInt64 = 0
    /// Whether somebody is running the statement now; kept by its cache.
    var isInUse = false

    /// Takes over a statement that has just been prepared.
    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
        columnCount = Int(sqlite3_column_count(pointer))
        isReadOnly = sqlite3_stmt_readonly(pointer) != 0
        parameterCount = Int(sqlite3_bind_parameter_count(pointer))
    }

    deinit { sqlite3_finalize(pointer) }

    /// Binds `values`, calls `row` on each row until it returns false, and resets the statement.
    ///
    /// Text and blobs are bound where they lie, so they are released before this returns.
    func run(_ values: [SQLValue], _ row: () throws -> Bool) throws {
        guard values.count == parameterCount else {
            throw StoreError(.misuse, "\(values.count) values were given to a statement that takes \(parameterCount)")
        }
        try bind(values, from: 0) {
            defer { reset(clearing: !values.isEmpty) }
            while true {
                let status = sqlite3_step(pointer)
                switch status {
                case SQLITE_ROW:
                    rowNumber &+= 1
                    if try !row() { return }
                case SQLITE_DONE: return
                default: throw StoreError(sqlite: status, String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
                }
            }
        }
    }

    private func reset(clearing: Bool) {
        rowNumber &+= 1
        sqlite3_reset(pointer)
        if clearing { sqlite3_clear_bindings(pointer) }
    }

    private func bind(_ values: [SQLValue], from index: Int, _ body: () throws -> Void) throws {
        var index = index
        while index < values.count {
            let position = Int32(index + 1)
            switch values[index] {
            case .null:
                try check(sqlite3_bind_null(pointer, position))
            case .integer(let value):
                try check(sqlite3_bind_int64(pointer, position, value))
            case .real(let value):
                try check(sqlite3_bind_double(pointer, position, value))
            // A nil destructor is SQLITE_STATIC: SQLite keeps no copy, the bytes stay until `body` is through.
            case .text(var text):
                return try text.withUTF8 { bytes in
                    let empty: StaticString = ""
                    let start = bytes.baseAddress ?? empty.utf8Start
                    try start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                        try check(
                            sqlite3_bind_text64(
                                pointer, position, $0, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
                    }
                    try bind(values, from: index + 1, body)
                }
            case .blob(let blob):
                return try blob.withUnsafeBytes { bytes in
                    // A null pointer would bind NULL.
                    if let start = bytes.baseAddress, !bytes.isEmpty {
                        try check(sqlite3_bind_blob64(pointer, position, start, UInt64(bytes.count), nil))
                    } else {
                        try check(sqlite3_bind_zeroblob(pointer, position, 0))
                    }
                    try bind(values, from: index + 1, body)
                }
            }
            index += 1
        }
        try body()
    }

    private func check(_ status: Int32) throws {
        guard status == SQLITE_OK else { throw StoreError(sqlite: status, String(cString: sqlite3_errstr(status))) }
    }
}

extension SQLiteStatement: RowSource {
    func name(ofColumn column: Int) -> String {
        sqlite3_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    }

    func kind(ofColumn column: Int) -> SQLValue.Kind {
        switch sqlite3_column_type(pointer, Int32(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

    func real(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

    func text(_ column: Int) -> String? {
        guard let start = sqlite3_column_text(pointer, Int32(column)) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        return String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) -> [UInt8] {
        let start = sqlite3_column_blob(pointer, Int32(column))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, Int32(column)))))
    }
}
