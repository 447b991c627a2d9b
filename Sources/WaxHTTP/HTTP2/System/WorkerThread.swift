// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import WaxSystem

/// A thread that owns one object, works on it and ends.
final class WorkerThread: Sendable {
    /// The thread, until somebody has waited for its end.
    private let thread: Locked<pthread_t?>

    /// Gives `worker` to a new thread that runs `body`, seen as `name`, of which Linux keeps 15 bytes.
    init<Worker: AnyObject>(
        name: String, _ worker: sending Worker, _ body: @escaping @Sendable (Worker) -> Void
    ) throws(TransportError) {
        // The caller has given the worker away, so the thread is the only one that has it.
        nonisolated(unsafe) let worker = worker
        let start = Unmanaged.passRetained(Start(name: name) { body(worker) })
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                _ = waxlinux_name_thread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .system(call: "pthread_create", code: code)
        }
        self.thread = Locked(thread)
    }

    deinit {
        thread.withLock { if let thread = $0 { _ = pthread_detach(thread) } }
    }

    /// Blocks until the thread has ended and freed what it had.
    func join() {
        thread.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
