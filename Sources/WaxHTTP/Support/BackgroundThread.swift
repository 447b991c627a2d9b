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
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        precondition(code == 0, "no thread can be started: \(String(errno: code))")
    }
}
