// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// An epoll instance that reports each change of a descriptor once (edge-triggered).
struct Poller: ~Copyable {
    /// One descriptor that changed.
    struct Event {
        /// What the descriptor was watched with.
        let token: UInt64
        private let mask: UInt32

        fileprivate init(_ event: epoll_event) {
            token = event.data.u64
            mask = event.events
        }

        /// Errors count as both: the next transfer tells what happened.
        var isReadable: Bool { mask & (EPOLLIN.rawValue | Self.ends) != 0 }
        var isWritable: Bool { mask & (EPOLLOUT.rawValue | Self.ends) != 0 }
        /// Whether the peer will send no more.
        var hasEnded: Bool { mask & Self.ends != 0 }

        private static let ends = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
    }

    private let descriptor: FileDescriptor
    private let events: UnsafeMutableBufferPointer<epoll_event>

    init() throws(TransportError) {
        descriptor = try FileDescriptor(adopting: epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
        events = .allocate(capacity: 256)
    }

    deinit { events.deallocate() }

    /// Reports from now on when `raw` becomes readable, or `forWriting` writable; closing it ends that.
    func watch(_ raw: Int32, token: UInt64, forWriting: Bool) throws(TransportError) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        if forWriting { event.events |= EPOLLOUT.rawValue }
        event.data.u64 = token
        guard epoll_ctl(descriptor.raw, EPOLL_CTL_ADD, raw, &event) == 0 else { throw SystemCall.failure("epoll_ctl") }
    }

    /// Waits until something has changed or `timeout` has passed, for ever without one.
    func wait(for timeout: Duration?, _ body: (Event) -> Void) {
        let count = epoll_wait(descriptor.raw, events.baseAddress, Int32(events.count), Self.milliseconds(timeout))
        for index in 0..<max(0, Int(count)) { body(Event(events[index])) }
    }

    /// Lets events gather for less than a millisecond, which is the shortest that `wait` can.
    func pause(for time: Duration) {
        usleep(UInt32(clamping: time.components.attoseconds / 1_000_000_000_000))
    }

    /// Rounded up, since a wait that ends too early would only be begun again.
    private static func milliseconds(_ timeout: Duration?) -> Int32 {
        guard let timeout else { return -1 }
        let (seconds, attoseconds) = timeout.components
        guard seconds < 1_000_000 else { return 1_000_000_000 }
        return max(0, Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
