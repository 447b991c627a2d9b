// SPDX-License-Identifier: Apache-2.0

extension ValueType where Value == String {
    /// An absolute URL with a host, as text: one of `schemes`, no user or password, no fragment, printable ASCII.
    ///
    /// Passwords on the command line show in process lists, so a URL that needs one has to come another way.
    package static func url(schemes: [String] = ["https", "http"]) -> ValueType {
        let names = schemes.map { $0 + "://" }.joinedWithOr
        return ValueType(name: "URL", rule: "must be a URL that begins with \(names), without user and password") {
            text in
            isURL(text, schemes: schemes) ? text : nil
        }
    }

    private static func isURL(_ text: String, schemes: [String]) -> Bool {
        let forbidden = #""<>\^`{|}#"#.utf8
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) }),
            let scheme = schemes.first(where: { text.lowercased().hasPrefix($0 + "://") })
        else { return false }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        return isHostAndPort(authority)
    }

    /// RFC 3986 section 3.2 without user information; a bracketed host must be an address of IPv6.
    private static func isHostAndPort(_ authority: Substring) -> Bool {
        if authority.hasPrefix("[") {
            let address = authority.contains("]:") ? String(authority) : authority + ":0"
            return ListenAddress(address) != nil
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return false }
        let isHost = host.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "-._".utf8.contains($0)
        }
        guard parts.count == 2 else { return isHost }
        return isHost && !parts[1].hasPrefix("+") && UInt16(parts[1]) ?? 0 > 0
    }
}
