// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Synchronization
import WaxSystem

/// Wakes a thread that waits in `poll`: an eventfd.
final class PollSignal: Sendable {
    /// Readable when there was a signal.
    let descriptor: Int32

    private let isSignalled = Atomic(false)

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no eventfd can be made: \(String(errno: errno))")
    }

    deinit { close(descriptor) }

    /// Ends the wait that runs, or the next one.
    func signal() {
        if !isSignalled.exchange(true, ordering: .sequentiallyConsistent) { eventfd_write(descriptor, 1) }
    }

    /// Forgets the signals so far; to be called before looking for what they told of.
    func clear() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        isSignalled.store(false, ordering: .sequentiallyConsistent)
    }

    /// Waits until `signal()` or for `timeout`.
    func wait(for timeout: Duration) {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        Glibc.poll(&poll, 1, Int32(clamping: max(timeout, .zero).milliseconds + 1))
        clear()
    }
}
