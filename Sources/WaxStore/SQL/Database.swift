// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// A database that many threads read while one writes, in groups that share a commit.
///
/// The same calls serve every backend; `open(path:)` and its like choose one.
package final class Database: Sendable {
    package let dialect: SQLDialect
    private let readers: ReaderPool
    private let writer: Writer
    private let versionReader: Locked<(@Sendable () -> DatabaseVersion)?>

    /// Opens a database and brings it to the newest of `migrations`.
    package init(
        _ driver: some DatabaseDriver, migrations: [Migration], options: DatabaseOptions = DatabaseOptions(),
        time: any TimeSource = SystemTime()
    ) throws {
        let connection = try driver.openWriter()
        do {
            try Migrator(migrations: migrations).run(on: connection)
            versionReader = Locked(connection.versionReader())
            writer = Writer(connection, options: options, time: time)
            try writer.start()
        } catch {
            connection.close()
            throw error
        }
        dialect = connection.dialect
        readers = ReaderPool(limit: options.readers) { try driver.openReader() }
    }

    deinit { close() }

    /// Runs `body` on one of the connections that read; all it sees is one committed state.
    ///
    /// Waits while every connection is in use, so a body is short and does not read again through the database.
    package func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        try readers.read(body)
    }

    /// The newest committed state; nil when only a read can find it out, and once the database is closed.
    ///
    /// Costs far less than a read, so what was read can be kept for as long as this stays the same.
    package var version: DatabaseVersion? { versionReader.withLock { $0?() } }

    /// Runs `body` on the writer's thread and returns once its changes are on the disk.
    ///
    /// When `body` throws, its changes alone are undone and the error is thrown here. When the commit fails, every
    /// write of its group fails. Cancelling the task does not take a write back.
    ///
    /// `body` runs again when another write undid what it did, so it changes nothing outside of the transaction.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(body) { continuation.resume(with: $0) }
        }
    }

    /// As `write`, for a thread that may block; inside a write it throws.
    @discardableResult
    package func writeAndWait<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) throws -> Value {
        if isWriting { throw StoreError(.misuse, "a write waited for another write") }
        let answer = Locked<Result<Value, any Error>?>(nil)
        enqueue(body) { result in
            answer.withLock { $0 = result }
            answer.notify()
        }
        return try answer.wait { $0 }.get()
    }

    /// Queues a write and returns; `completion` runs on the writer's thread after the commit, and must be quick.
    package func enqueue<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        if !writer.append(QueuedWrite(body, deliver: completion)) {
            completion(.failure(StoreError(.closed, "the database is closed")))
        }
    }

    /// Whether the caller is the body of a write, which must not wait for another write.
    var isWriting: Bool { writer.isCurrentThread }

    package var statistics: DatabaseStatistics { writer.statistics }

    /// Carries out the writes queued before, waits for the reads under way, and closes every connection.
    package func close() {
        versionReader.withLock { $0 = nil }
        readers.close()
        writer.close()
    }
}
