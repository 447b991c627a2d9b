// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Ports of 127.0.0.1 for programs that stand in for a provider and cannot be told to choose one.
package enum LoopbackPort {
    /// A port at which nobody listened a moment ago; throws when none is left.
    package static func unused() throws(SimulatorError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SimulatorError("no socket is left") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw SimulatorError("no port is left") }
        return UInt16(bigEndian: address.sin_port)
    }
}
