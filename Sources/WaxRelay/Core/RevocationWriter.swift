// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Writes revocations down on a thread of its own, so that no token waits to be opened behind a slow disk: what comes while
/// the disk is busy is written together.
final class RevocationWriter: Sendable {
    private typealias Done = @Sendable (Bool) -> Void

    private struct State {
        /// What is to be written next.
        var next: [RevocationStore.Revocation] = []
        /// Who waits for it and for what is being written.
        var waiting: [RevocationStore.Revocation.Subject: [Done]] = [:]
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
            while state.wait(for: { !$0.next.isEmpty ? true : $0.isStopping ? false : nil }) { flush() }
            state.withLock { $0.isRunning = false }
            state.notify()
        }
    }

    /// Has a revocation written down; `done` is told, mostly on another thread, whether it is on the disk.
    ///
    /// What is on the disk or on its way there is not written again. Only for what is new `charge` is asked whether it may be,
    /// and `settle` is told in the end whether it was. False when it may not be, and then neither of the two is told.
    @discardableResult func write(
        _ revocation: RevocationStore.Revocation, charge: () -> Bool = { true },
        settle: @escaping @Sendable (Bool) -> Void = { _ in }, done: @escaping @Sendable (Bool) -> Void
    ) -> Bool {
        let (isTaken, isOver) = state.withLock { state in
            if state.waiting[revocation.subject] != nil {
                state.waiting[revocation.subject]?.append(done)
                return (true, false)
            }
            // What is no longer waited for stands in the store already.
            guard !store.has(revocation) else { return (true, true) }
            guard charge() else { return (false, false) }
            state.next.append(revocation)
            state.waiting[revocation.subject] = [settle, done]
            return (true, false)
        }
        if isOver { done(true) }
        state.notify()
        return isTaken
    }

    /// Writes what is to be written.
    func flush() {
        let revocations = state.withLock { state in
            defer { state.next = [] }
            return state.next
        }
        guard !revocations.isEmpty else { return }
        var isWritten = true
        do throws(RelayError) {
            try store.add(revocations)
        } catch {
            isWritten = false
            log(.error, "revocations could not be written: \(error)")
        }
        let waiting = state.withLock { state in
            revocations.flatMap { state.waiting.removeValue(forKey: $0.subject) ?? [] }
        }
        for done in waiting { done(isWritten) }
    }

    /// Writes what waits and ends the thread.
    func stop() {
        state.withLock { $0.isStopping = true }
        state.notify()
        state.wait { $0.isRunning ? nil : () }
        flush()
    }
}
