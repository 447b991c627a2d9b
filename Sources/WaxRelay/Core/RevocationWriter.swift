// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Writes revocations down on a thread of its own, so that no token waits to be opened behind a slow disk: what comes while
/// the disk is busy is written together.
final class RevocationWriter: Sendable {
    private struct Item {
        let revocation: RevocationStore.Revocation
        let done: @Sendable (Bool) -> Void
    }

    private struct State {
        var items: [Item] = []
        var isRunning = false
        var isStopping = false
    }

    private let store: RevocationStore
    private let log: Log
    private let state = Locked(State())

    init(_ store: RevocationStore, log: Log) {
        self.store = store
        self.log = log
    }

    /// Works until `stop`.
    func start() {
        state.withLock { $0.isRunning = true }
        BackgroundThread.start { [self] in
            while state.wait(for: { !$0.items.isEmpty ? true : $0.isStopping ? false : nil }) { flush() }
            state.withLock { $0.isRunning = false }
            state.notify()
        }
    }

    /// Has a revocation written down; `done` is told, on another thread, whether it is on the disk.
    func write(_ revocation: RevocationStore.Revocation, _ done: @escaping @Sendable (Bool) -> Void) {
        state.withLock { $0.items.append(Item(revocation: revocation, done: done)) }
        state.notify()
    }

    /// Writes what waits.
    func flush() {
        let items = state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
        guard !items.isEmpty else { return }
        var isWritten = true
        do throws(RelayError) {
            try store.add(items.map(\.revocation))
        } catch {
            isWritten = false
            log(.error, "revocations could not be written: \(error)")
        }
        for item in items { item.done(isWritten) }
    }

    /// Writes what waits and ends the thread.
    func stop() {
        state.withLock { $0.isStopping = true }
        state.notify()
        state.wait { $0.isRunning ? nil : () }
        flush()
    }
}
