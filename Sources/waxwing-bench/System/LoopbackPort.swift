// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Ports of this machine.
enum LoopbackPort {
    /// A port of 127.0.0.1 at which nobody listened a moment ago.
    static func unused() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw BenchmarkFailure("no socket is left") }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, count) == 0 ? getsockname(socket, $0, &count) : -1
            }
        }
        guard result == 0 else { throw BenchmarkFailure("no port is left") }
        return UInt16(bigEndian: address.sin_port)
    }
}
