// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// An eventfd by which any thread ends another's wait.
struct WakeSignal: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    init() throws(TransportError) {
        let flags = Int32(EFD_NONBLOCK | EFD_CLOEXEC)
        descriptor = try FileDescriptor(adopting: eventfd(0, flags), from: "eventfd")
    }

    /// The descriptor, for the poller alone.
    var raw: Int32 { descriptor.raw }

    /// Makes the descriptor readable; a counter that is full is readable already.
    func send() { eventfd_write(descriptor.raw, 1) }

    /// Takes the signal back. An edge-triggered poller needs no more than that the next one is an edge.
    func clear() {
        var count: UInt64 = 0
        eventfd_read(descriptor.raw, &count)
    }
}
