// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A socket that listens, shared by the threads that accept from it.
final class ListeningSocket: Sendable {
    /// What came of asking for a connection.
    enum Accepted {
        /// It belongs to whoever asked.
        case connection(Int32, sockaddr_storage, socklen_t)
        /// There is none, or it is gone again.
        case none
        /// There are too many open files, or too little memory.
        case exhausted
    }

    let descriptor: Int32
    /// The port it got.
    let port: UInt16

    init(address: IPAddress, port: UInt16) throws(HTTPServerError) {
        let family = if case .v4 = address { AF_INET } else { AF_INET6 }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw .listen(address: address, port: port, code: errno) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        let bound = address.withSocketAddress(port: port) { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 4096) == 0 else {
            let code = errno
            close(descriptor)
            throw .listen(address: address, port: port, code: code)
        }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutableSocketAddress(&storage) { getsockname(descriptor, $0, &length) }
        // The port stands at the same place in both families.
        self.port = UInt16(bigEndian: withUnsafeBytes(of: storage) { $0.load(fromByteOffset: 2, as: UInt16.self) })
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Takes the next connection without waiting for it.
    func accept() -> Accepted {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = withUnsafeMutableSocketAddress(&storage) { accept4(descriptor, $0, &length, flags) }
        if connection >= 0 { return .connection(connection, storage, length) }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .none
    }

    /// Refuses connections from now on, those that nobody has accepted included.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}

private func withUnsafeMutableSocketAddress(
    _ storage: inout sockaddr_storage, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
) -> Int32 {
    withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
}
