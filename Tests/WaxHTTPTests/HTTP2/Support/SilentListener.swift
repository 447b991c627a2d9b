// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import WaxHTTP

/// A port whose connections are made and never answered.
final class SilentListener {
    let port: UInt16
    private let socket: FileDescriptor

    init() throws {
        let address = try SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]
        socket = try address.listen()
        port = try SocketAddress.localPort(of: socket)
    }

    /// Blocks until a client has connected.
    func waitForConnection() {
        var wanted = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        poll(&wanted, 1, -1)
    }
}
