// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import WaxHTTP

/// A TCP connection without TLS, with calls that block.
final class PlainConnection {
    private let socket: FileDescriptor

    init(port: UInt16) throws {
        socket = try SocketAddress.resolve(host: "127.0.0.1", port: port)[0].connect()
        wait(for: POLLOUT)
    }

    func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = socket.send($0) }
    }

    /// What the peer sends before it ends.
    func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            switch buffer.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
            case .done(0), .failed: return all
            case .done(let count): all += buffer[..<count]
            case .blocked: wait(for: POLLIN)
            }
        }
    }

    private func wait(for events: Int32) {
        var wanted = pollfd(fd: socket.raw, events: Int16(events), revents: 0)
        poll(&wanted, 1, -1)
    }
}
