// SPDX-License-Identifier: Apache-2.0

/// An IPv4 or IPv6 address, without port and zone.
package enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    /// The loopback address 127.0.0.1.
    package static let loopback = IPAddress.v4(0x7f00_0001)

    /// The IPv4 address inside a mapped one (`::ffff:0:0/96`), or the address itself.
    package var unmapped: IPAddress {
        guard case .v6(high: 0, let low) = self, low >> 32 == 0xffff else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }

    /// Whether the address is one of the public internet: none that is private, shared, local, reserved, for
    /// documentation or benchmarks, for groups, or that carries an IPv4 address inside.
    ///
    /// Source: the IANA special-purpose address registries (RFC 6890, RFC 9637); of IPv6 only 2000::/3 is given out.
    package var isPublic: Bool {
        switch self {
        case .v4: !Self.special.contains { $0.contains(self) }
        case .v6(let high, _): high >> 61 == 1 && !Self.special.contains { $0.contains(self) }
        }
    }

    /// Whether only this machine has the address: 127.0.0.0/8 and ::1.
    package var isLoopback: Bool {
        switch unmapped {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let high, let low): high == 0 && low == 1
        }
    }

    private static let special: [IPNetwork] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].compactMap(IPNetwork.init)
}
