// SPDX-License-Identifier: Apache-2.0

/// What a worker and its connections share.
///
/// Sendable: `lingering` is touched by the worker's thread alone.
final class WorkerContext: @unchecked Sendable {
    let core: ServerCore
    /// Signalled when a connection comes back to the worker, and when a handler can go on.
    let wake: PollSignal
    let executor: WorkerExecutor
    let lingering = LingeringSockets()

    init(core: ServerCore) {
        self.core = core
        wake = PollSignal()
        executor = WorkerExecutor(wake: wake)
    }
}
