// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Connections that read, opened when first needed and used again.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [any DatabaseConnection] = []
        /// Connections that are idle or in use.
        var count = 0
        var isClosed = false
    }

    private enum Turn {
        case idle(any DatabaseConnection)
        case open
        case closed
    }

    private let limit: Int
    private let open: @Sendable () throws -> any DatabaseConnection
    private let state = Locked(State())

    init(limit: Int, open: @escaping @Sendable () throws -> any DatabaseConnection) {
        self.limit = max(1, limit)
        self.open = open
    }

    /// Runs `body` inside a read transaction, after waiting for a free connection.
    func read<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        let connection = try take()
        let lease = ConnectionLease(connection)
        defer { lease.close() }
        do {
            try connection.begin(.read)
            let result = try body(lease)
            try connection.commit()
            giveBack(connection)
            return result
        } catch {
            connection.rollback()
            giveBack(connection)
            throw error
        }
    }

    /// Waits until nobody reads, then closes every connection.
    func close() {
        let closing = state.wait { state -> [any DatabaseConnection]? in
            state.isClosed = true
            guard state.idle.count == state.count else { return nil }
            defer {
                state.idle = []
                state.count = 0
            }
            return state.idle
        }
        for connection in closing { connection.close() }
        state.notify()
    }

    private func take() throws -> any DatabaseConnection {
        let turn = state.wait { state -> Turn? in
            if state.isClosed { return .closed }
            if let connection = state.idle.popLast() { return .idle(connection) }
            guard state.count < limit else { return nil }
            state.count += 1
            return .open
        }
        switch turn {
        case .idle(let connection): return connection
        case .closed: throw StoreError(.closed, "the database is closed")
        case .open:
            do {
                return try open()
            } catch {
                state.withLock { $0.count -= 1 }
                state.notify()
                throw error
            }
        }
    }

    private func giveBack(_ connection: any DatabaseConnection) {
        state.withLock { $0.idle.append(connection) }
        state.notify()
    }
}
