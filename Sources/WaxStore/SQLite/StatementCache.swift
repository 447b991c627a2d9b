// SPDX-License-Identifier: Apache-2.0

/// The prepared statements of one connection, found by their text.
struct StatementCache {
    /// A statement's text. Few have the same length, so that alone is hashed.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    private let capacity: Int
    private var statements: [Text: SQLiteStatement] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { statements.count }

    /// The statement of this text unless it is running, which it is now.
    mutating func take(_ sql: String) -> SQLiteStatement? {
        guard let statement = statements[Text(sql: sql)], !statement.isInUse else { return nil }
        uses += 1
        statement.lastUse = uses
        statement.isInUse = true
        return statement
    }

    /// Keeps a statement that was prepared because `take` had none.
    ///
    /// Full, it lets go of the one that was used the longest time ago; of two with the same text it keeps the first.
    mutating func insert(_ statement: SQLiteStatement, for sql: String) {
        let text = Text(sql: sql)
        guard statements[text] == nil else { return }
        uses += 1
        statement.lastUse = uses
        statement.isInUse = true
        if statements.count >= capacity,
            let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            statements[oldest] = nil
        }
        statements[text] = statement
    }

    mutating func removeAll() { statements = [:] }
}
