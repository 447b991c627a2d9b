// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Connections to this machine.
enum LoopbackSocket {
    /// Connects to a port over IPv4; whoever asks closes the socket.
    static func connect(to port: UInt16) throws -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connection >= 0, status == 0 else {
            let reason = errno
            if connection >= 0 { close(connection) }
            throw BenchmarkFailure("a connection to port \(port) failed: error \(reason)")
        }
        return connection
    }
}
