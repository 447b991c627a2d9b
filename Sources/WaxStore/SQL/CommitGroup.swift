// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Carries out writes in one transaction, and commits them once.
///
/// They run without savepoints, which would have the database copy every page that each of them changes. Only when one
/// fails that has changed something, all are undone and run again, now each in its own savepoint.
struct CommitGroup {
    private let connection: any DatabaseConnection
    private let counters: Locked<DatabaseStatistics>
    /// The writes of the present transaction that have run, with what each failed with.
    private var ran: [(write: any PendingWrite, failure: (any Error)?)] = []
    private var asksForTruncation = false
    private var afterCommit: [@Sendable () -> Void] = []
    /// Whether a write that was committed asked for the log to be emptied.
    private(set) var truncatesLog = false

    init(_ connection: any DatabaseConnection, counters: Locked<DatabaseStatistics>) {
        self.connection = connection
        self.counters = counters
    }

    /// Runs and commits `writes`, and tells each its result.
    mutating func run(_ writes: [any PendingWrite]) {
        var rest = writes[...]
        while !rest.isEmpty { rest = runTransaction(rest) }
    }

    /// Returns the writes that did not get to run, because an error undid the transaction before their turn.
    private mutating func runTransaction(
        _ writes: ArraySlice<any PendingWrite>, inSavepoints hasSavepoints: Bool = false
    ) -> ArraySlice<any PendingWrite> {
        do {
            try connection.begin(.write)
        } catch {
            connection.rollback()
            ran = writes.map { ($0, nil) }
            finish(error)
            return []
        }
        for (index, write) in zip(writes.indices, writes) {
            let changes = connection.changeCount
            let failure = run(write, inSavepoint: hasSavepoints)
            if failure != nil, !hasSavepoints, connection.isInTransaction, connection.changeCount != changes {
                connection.rollback()
                forget()
                return runTransaction(writes, inSavepoints: true)
            }
            ran.append((write, failure))
            if let failure, !connection.isInTransaction {
                finish(failure)
                return writes[(index + 1)...]
            }
        }
        do {
            try connection.commit()
            counters.withLock { $0.commits += 1 }
            finish(nil)
        } catch {
            connection.rollback()
            finish(error)
        }
        return []
    }

    private mutating func run(_ write: any PendingWrite, inSavepoint hasSavepoint: Bool) -> (any Error)? {
        let transaction = Transaction(connection)
        do {
            if hasSavepoint { try connection.execute("SAVEPOINT member") }
            do {
                defer { transaction.close() }
                try write.run(in: transaction)
            }
            if let failure = transaction.failure { throw failure }
            guard connection.isInTransaction else { throw StoreError(.misuse, "a write ended its transaction") }
            if hasSavepoint { try connection.execute("RELEASE member") }
            if transaction.truncatesLog { asksForTruncation = true }
            afterCommit += transaction.afterCommit
            return nil
        } catch {
            if hasSavepoint { undoMember() }
            return error
        }
    }

    /// Undoes the last write alone; when that fails, the whole transaction.
    private func undoMember() {
        guard connection.isInTransaction else { return }
        do {
            try connection.execute("ROLLBACK TO member")
            try connection.execute("RELEASE member")
        } catch {
            connection.rollback()
        }
    }

    /// Tells every write that has run: those that failed by themselves why, the others `failure`.
    private mutating func finish(_ failure: (any Error)?) {
        let outcomes = ran.map { ($0.write, $0.failure ?? failure) }
        let failed = outcomes.count { $0.1 != nil }
        counters.withLock {
            $0.writes += UInt64(outcomes.count - failed)
            $0.failures += UInt64(failed)
        }
        if failure == nil && asksForTruncation { truncatesLog = true }
        let actions = failure == nil ? afterCommit : []
        forget()
        for (write, failure) in outcomes { write.finish(failure) }
        for action in actions { action() }
    }
    /// Starts again: the writes that ran are undone, or told.
    private mutating func forget() {
        ran = []
        asksForTruncation = false
        afterCommit = []
    }
}
