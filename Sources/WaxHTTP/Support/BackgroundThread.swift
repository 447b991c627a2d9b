// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread of its own for a loop that waits for sockets.
enum BackgroundThread {
    /// Runs `body` on a new thread, which ends with it.
    static func start(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        precondition(code == 0, "no thread can be started: \(String(errno: code))")
        pthread_detach(thread)
    }
}
