// SPDX-License-Identifier: Apache-2.0
import Glibc

extension IPAddress {
    init(_ address: in_addr) {
        self = .v4(UInt32(bigEndian: address.s_addr))
    }

    init(_ address: in6_addr) {
        self = withUnsafeBytes(of: address) { bytes in
            .v6(
                high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// Reads the address out of a socket address; nil for families other than IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { IPAddress($0.pointee.sin_addr) }
        case AF_INET6:
            self = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { IPAddress($0.pointee.sin6_addr) }
        default: return nil
        }
    }

    var in4: in_addr {
        guard case .v4(let bits) = self else { return in_addr() }
        return in_addr(s_addr: bits.bigEndian)
    }

    var in6: in6_addr {
        guard case .v6(let high, let low) = self else { return in6_addr() }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return address
    }

    /// Runs `body` with the socket address of this address and `port`.
    func withSocketAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        switch self {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = in4
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
    }
}
