// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxSystem

/// A TCP client that sends exactly the bytes it is given.
///
/// Receiving blocks a thread of its own, never one that the tests or the handlers under test need.
package final class RawClient: Sendable {
    package struct Failure: Error {
        package let code: Int32
    }

    private let descriptor: Int32
    private let isOpen = Locked(true)
    private let unread = Locked<[UInt8]>([])

    package init(port: UInt16, host: UInt32 = 0x7f00_0001) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(code: errno) }
        // So that a server that never answers fails the test instead of hanging it.
        var patience = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close() }

    package func close() {
        isOpen.withLock {
            if $0 { Glibc.close(descriptor) }
            $0 = false
        }
    }

    package var isClosed: Bool { isOpen.withLock { !$0 } }

    /// Ends what this side sends; answers can still come.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset instead of an orderly end.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    @discardableResult package func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// False when the server has closed and does not take everything.
    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a GET without anything that need not be there.
    package func get(_ target: String) {
        send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n")
    }

    package func post(_ target: String, _ body: String) {
        send("POST \(target) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// The next answer; nil when the connection ends before it is whole.
    package func response(toHead isHead: Bool = false) async -> RawResponse? {
        await inBackground { [self] in
            var bytes = unread.withLock { $0 }
            while true {
                if let (response, length) = RawResponse.read(bytes, isHead: isHead) {
                    bytes.removeFirst(length)
                    unread.withLock { $0 = bytes }
                    return response
                }
                guard let more = receive() else { return nil }
                bytes += more
            }
        }
    }

    /// Waits until `text` has come, and leaves all that came to be read; false when the connection ends before.
    package func waits(for text: String) async -> Bool {
        await inBackground { [self] in
            var bytes = unread.withLock { $0 }
            defer { unread.withLock { $0 = bytes } }
            while !String(decoding: bytes, as: UTF8.self).contains(text) {
                guard let more = receive() else { return false }
                bytes += more
            }
            return true
        }
    }

    /// Waits for the end of the connection; what came before it.
    package func remainder() async -> [UInt8] {
        await inBackground { [self] in
            var bytes = unread.withLock { $0 }
            while let more = receive() { bytes += more }
            return bytes
        }
    }

    /// Nil at the end, orderly or not.
    private func receive() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        return count > 0 ? Array(chunk[..<count]) : nil
    }
}
