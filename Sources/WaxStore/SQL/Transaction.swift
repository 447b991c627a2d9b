// SPDX-License-Identifier: Apache-2.0

/// What a write is given: a connection inside a transaction, which stops working once the write is over.
///
/// After a statement failed nothing more runs, and the write fails with that error even if its body caught it: some
/// databases cannot go on after an error, so none does. `attempt` encloses what may fail.
package final class Transaction: SQLConnection {
    package let dialect: SQLDialect
    private var connection: (any DatabaseConnection)?
    /// What a statement failed with.
    private(set) var failure: StoreError?
    /// Whether the log is to be emptied after the commit.
    private(set) var truncatesLog = false
    /// What is to run once the changes are on the disk.
    private(set) var afterCommit: [@Sendable () -> Void] = []

    init(_ connection: any DatabaseConnection) {
        self.connection = connection
        dialect = connection.dialect
    }

    /// Asks that, soon after the commit, nothing deleted by this write is left in the log of changes.
    package func truncateLogAfterCommit() { truncatesLog = true }

    /// Runs `action` once this write is committed, and never when it is not; on the writer's thread, so it must be quick.
    package func afterCommit(_ action: @escaping @Sendable () -> Void) { afterCommit.append(action) }

    /// Runs `body`; when it throws, its changes alone are undone, the error is thrown on, and the write may go on.
    package func attempt<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("SAVEPOINT attempt")
        let actions = afterCommit.count
        do {
            let result = try body()
            try execute("RELEASE attempt")
            return result
        } catch {
            failure = nil
            afterCommit.removeSubrange(actions...)
            // When this fails, too, the whole write does, and says why.
            if (try? execute("ROLLBACK TO attempt")) != nil { _ = try? execute("RELEASE attempt") }
            throw error
        }
    }

    /// Ends the write: whoever kept the transaction cannot use it.
    func close() { connection = nil }

    @discardableResult
    package func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try guarded { try $0.execute(sql, values) }
    }

    package func insertUnlessKnown(_ sql: String, _ values: [SQLValue]) throws -> Int64? {
        try guarded { try $0.insertUnlessKnown(sql, values) }
    }

    @discardableResult
    package func executeMany(_ sql: String, count: Int, _ values: (Int) throws -> [SQLValue]) throws -> Int {
        try guarded { try $0.executeMany(sql, count: count, values) }
    }

    package func rows(_ sql: String, _ values: [SQLValue], _ body: (Row) throws -> Bool) throws {
        try guarded { try $0.rows(sql, values, body) }
    }

    package func executeScript(_ sql: String) throws {
        try guarded { try $0.executeScript(sql) }
    }

    private func guarded<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        guard let connection else { throw StoreError(.misuse, "a transaction was used after its write was over") }
        if let failure { throw failure }
        do {
            return try body(connection)
        } catch let error as StoreError {
            // A value that was read as the wrong kind is the caller's trouble, not the database's.
            if error.code != .typeMismatch { failure = error }
            throw error
        }
    }
}
