// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Opens a socket that listens; whoever takes the descriptor closes it.
enum ListeningSocket {
    /// The descriptor, and the port it got.
    static func open(
        address: IPAddress, port: UInt16
    ) throws(HTTPServerError) -> (descriptor: Int32, port: UInt16) {
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
        withUnsafeMutablePointer(to: &storage) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        // The port stands at the same place in both families.
        let bigEndian = withUnsafeBytes(of: storage) { $0.load(fromByteOffset: 2, as: UInt16.self) }
        return (descriptor, UInt16(bigEndian: bigEndian))
    }
}
