// SPDX-License-Identifier: Apache-2.0

/// Whom a request comes from, when it may have come through proxies.
package enum ForwardedAddress {
    /// The address of `peer`, or when it is trusted the last address in `X-Forwarded-For` that is not trusted.
    ///
    /// Each proxy appends the address it was called from, so the list is read from its end; what stands before an
    /// address that is not trusted may be invented by the client.
    package static func client(peer: IPAddress, headers: HTTPHeaders, trusted: [IPNetwork]) -> IPAddress {
        func isTrusted(_ address: IPAddress) -> Bool { trusted.contains { $0.contains(address) } }
        var client = peer
        guard !trusted.isEmpty, isTrusted(peer) else { return peer }
        let entries = headers.values("X-Forwarded-For").flatMap { $0.split(separator: ",") }
        for entry in entries.reversed() {
            guard let address = address(in: entry) else { break }
            client = address
            guard isTrusted(address) else { break }
        }
        return client
    }

    /// Reads an entry: an address, also with a port, and in brackets when it is IPv6.
    private static func address(in entry: Substring) -> IPAddress? {
        var text = entry.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            text = text[text.index(after: text.startIndex)..<end]
        } else if text.split(separator: ":", omittingEmptySubsequences: false).count == 2 {
            text = text.prefix { $0 != ":" }
        }
        return IPAddress(String(text))?.unmapped
    }
}
