// SPDX-License-Identifier: Apache-2.0

/// A range of addresses in CIDR notation.
package struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let prefixLength: Int

    /// Reads `10.0.0.0/8`, `fd00::/8`, or an address alone; nil when it is neither, or has bits set after the prefix.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let width = if case .v4 = address { 32 } else { 128 }
        var length = width
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let given = Int(parts[1]), given <= width
            else { return nil }
            length = given
        }
        guard Self.masked(address, length) == address else { return nil }
        self.address = address
        prefixLength = length
    }

    /// Whether `address` lies in the range; an address of the other family never does.
    package func contains(_ address: IPAddress) -> Bool {
        Self.masked(address, prefixLength) == self.address
    }

    private static func masked(_ address: IPAddress, _ length: Int) -> IPAddress {
        switch address {
        case .v4(let bits):
            return .v4(length == 0 ? 0 : bits & (~0 << (32 - length)))
        case .v6(let high, let low):
            let highLength = min(length, 64)
            let lowLength = max(length - 64, 0)
            return .v6(
                high: highLength == 0 ? 0 : high & (~0 << (64 - highLength)),
                low: lowLength == 0 ? 0 : low & (~0 << (64 - lowLength)))
        }
    }
}
