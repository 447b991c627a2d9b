// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An address and a port of this machine to listen on, written `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`.
package struct ListenAddress: Hashable, Sendable {
    /// A numeric IPv4 or IPv6 address, without brackets.
    package let host: String
    /// Zero asks the system for a free one.
    package let port: UInt16

    /// Reads the written form, where `localhost` stands for 127.0.0.1; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
        let address = text[..<colon]
        if address == "localhost" {
            host = "127.0.0.1"
        } else if address.hasPrefix("["), address.hasSuffix("]") {
            host = String(address.dropFirst().dropLast())
            guard Self.bytes(of: host, family: AF_INET6) != nil else { return nil }
        } else {
            host = String(address)
            guard Self.bytes(of: host, family: AF_INET) != nil else { return nil }
        }
        self.port = port
    }

    /// Whether the address is one of IPv6.
    package var isIPv6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

    /// The address as URLs and `Host` write it, in brackets when it is one of IPv6.
    package var bracketedHost: String { isIPv6 ? "[\(host)]" : host }

    /// Whether only this machine can reach the address.
    package var isLoopback: Bool {
        if let bytes = Self.bytes(of: host, family: AF_INET) { return bytes[0] == 127 }
        return Self.bytes(of: host, family: AF_INET6) == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The address in network order: 4 bytes for IPv4, 16 for IPv6.
    private static func bytes(of host: String, family: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        return inet_pton(family, host, &bytes) == 1 && !host.utf8.contains(0) ? bytes : nil
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String { "\(bracketedHost):\(port)" }
}

extension ValueType where Value == ListenAddress {
    /// An IPv4 address, an IPv6 address in brackets or `localhost`, and a port.
    package static var listenAddress: ValueType {
        ValueType(name: "ADDR:PORT", rule: "must be an address and a port, such as 127.0.0.1:8080 or [::1]:8080") {
            ListenAddress($0)
        }
    }
}
