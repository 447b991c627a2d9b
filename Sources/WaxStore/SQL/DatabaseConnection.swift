// SPDX-License-Identifier: Apache-2.0

/// A backend's connection: what `Database` needs of it beyond running statements.
///
/// It may move between threads, but only one uses it at a time.
package protocol DatabaseConnection: SQLConnection, Sendable {
    /// False once an error has undone the whole transaction.
    var isInTransaction: Bool { get }

    /// Grows with every statement that may have changed something.
    var changeCount: UInt64 { get }

    /// Looks at the version of the database without a transaction, on any thread, while this connection is open; nil when
    /// that cannot be done.
    func versionReader() -> (@Sendable () -> DatabaseVersion)?

    /// Starts a transaction, waiting for others up to the busy time-out.
    func begin(_ kind: TransactionKind) throws

    /// Returns once the transaction is on the disk.
    func commit() throws

    /// Undoes the transaction if one is open.
    func rollback()

    /// Empties the log of changes, so that nothing deleted is left in it; false when readers still need it.
    func truncateLog() throws -> Bool

    /// Gives up the connection; it is not used after.
    func close()
}

/// What a transaction is for.
package enum TransactionKind: Sendable {
    /// Sees one state of the database and changes nothing.
    case read
    case write
    /// Changes tables; no other process does at the same time.
    case migration
}
