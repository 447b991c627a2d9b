// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A thread that runs one function and ends with it.
package final class BackgroundThread: Sendable {
    /// The system has no thread to give; the code is pthread_create's.
    package struct Unavailable: Error, Equatable {
        package let code: Int32
    }

    private final class Body: Sendable {
        let name: String?
        let run: @Sendable () -> Void

        init(name: String?, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// The thread, until somebody has waited for its end.
    private let thread: Locked<pthread_t?>

    /// Runs `body` on a new thread, seen as `name`, of which Linux keeps 15 bytes.
    package init(name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(Unavailable) {
        let start = Unmanaged.passRetained(Body(name: name, run: body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                BackgroundThread.blockBrokenPipes()
                if let name = start.name { _ = waxlinux_name_thread(name) }
                start.run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw Unavailable(code: code)
        }
        self.thread = Locked(thread)
    }

    /// Gives `worker` to a new thread, which is then the only one that has it.
    package convenience init<Worker: AnyObject>(
        name: String, _ worker: sending Worker, _ body: @escaping @Sendable (Worker) -> Void
    ) throws(Unavailable) {
        // The caller has given the worker away.
        nonisolated(unsafe) let worker = worker
        try self.init(name: name) { body(worker) }
    }

    deinit {
        thread.withLock { if let thread = $0 { _ = pthread_detach(thread) } }
    }

    /// Runs `body` on a new thread. A system that has no thread to give ends the program.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> BackgroundThread {
        do throws(Unavailable) {
            return try BackgroundThread(body)
        } catch {
            preconditionFailure("no thread can be started: error \(error.code)")
        }
    }

    /// Blocks until the thread has ended and freed what it had.
    package func join() {
        thread.withLock { thread in
            if let running = thread { pthread_join(running, nil) }
            thread = nil
        }
    }

    /// A peer that left is to be an error of the write, not a signal that ends the process: TLS libraries write without
    /// `MSG_NOSIGNAL`.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
