// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value that is only reached while its mutex is held.
///
/// A pthread mutex, because the thread sanitizer on Linux reports false races for `Synchronization.Mutex`,
/// and because a condition variable comes with it.
package final class Locked<Value>: @unchecked Sendable {  // Sendable: every access to `value` holds the mutex.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the mutex held.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Blocks until `body` returns a result; it is asked again after each `notify()`.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Wakes every thread that waits.
    package func notify() {
        pthread_cond_broadcast(condition)
    }
}
