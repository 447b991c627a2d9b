// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An open descriptor, closed at the end of its life.
struct FileDescriptor: ~Copyable, Sendable {
    /// What came of a transfer.
    enum Transfer {
        case done(Int)
        case blocked
        case failed(TransportError)
    }

    let raw: Int32

    /// Takes over a descriptor that a system call has returned; -1 means that it failed.
    init(adopting raw: Int32, from call: String) throws(TransportError) {
        guard raw >= 0 else { throw SystemCall.failure(call) }
        self.raw = raw
    }

    deinit { close(raw) }

    /// Sends without raising SIGPIPE.
    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer("send") { Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Receives; zero bytes mean that the peer has ended.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer("recv") { recv(raw, buffer.baseAddress, buffer.count, 0) }
    }

    /// Sends the peer the end of the stream.
    func endWriting() { shutdown(raw, Int32(SHUT_WR)) }

    /// Makes the end of this descriptor send a TCP reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sends small segments at once: what is written here has been collected already.
    func sendWithoutDelay() {
        var option: Int32 = 1
        setsockopt(raw, Int32(IPPROTO_TCP), TCP_NODELAY, &option, socklen_t(MemoryLayout<Int32>.size))
    }

    private func transfer(_ call: String, _ body: () -> Int) -> Transfer {
        while true {
            let count = body()
            if count >= 0 { return .done(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .blocked
            default: return .failed(SystemCall.failure(call))
            }
        }
    }
}
