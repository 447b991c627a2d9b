// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread of its own for a loop that waits for sockets.
enum BackgroundThread {
    private final class Job {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, which ends with it.
    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                BackgroundThread.blockBrokenPipes()
                Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Job(body)).toOpaque())
        precondition(code == 0, "no thread can be started: \(String(errno: code))")
        pthread_detach(thread)
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
