// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Threads that run one function and end with it.
package enum BackgroundThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread. A system that has no thread to give ends the program.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                BackgroundThread.blockBrokenPipes()
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(Body(body)).toOpaque())
        precondition(code == 0, "no thread can be started: error \(code)")
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
