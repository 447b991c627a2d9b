// SPDX-License-Identifier: Apache-2.0

/// A host that may be addressed: `name` on every port, or `name:port`.
package struct HostRule: Hashable, Sendable {
    package let host: String
    package let port: UInt16?

    /// Nil for anything that is not a host name or an IP address, with an optional port; IPv6 stands in brackets.
    package init?(_ text: String) {
        guard let (host, port) = Self.split(text[...]) else { return nil }
        self.host = host
        self.port = port
    }

    package func allows(_ address: HTTPSAddress) -> Bool {
        address.host == host && (port == nil || address.port == port)
    }

    /// Cuts the port off.
    static func split(_ text: Substring) -> (host: String, port: UInt16?)? {
        var name = text
        var port: UInt16?
        let bracket = text.lastIndex(of: "]")
        if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            let digits = text[text.index(after: colon)...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isASCIIDigit }), let number = UInt16(digits),
                number > 0
            else { return nil }
            port = number
            name = text[..<colon]
        }
        if bracket != nil {
            guard name.hasPrefix("["), name.hasSuffix("]") else { return nil }
            name = name.dropFirst().dropLast()
            guard name.contains(":"), name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || ":.".utf8.contains($0) }) else {
                return nil
            }
        } else {
            guard name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-.".utf8.contains($0) }) else { return nil }
        }
        guard (1...253).contains(name.utf8.count) else { return nil }
        return (name.lowercased(), port)
    }
}
