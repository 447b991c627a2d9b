// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// An https URL (RFC 3986) cut into what a connection and a request need.
package struct HTTPSAddress: Hashable, Sendable {
    /// A name in lower case, or an IP address without brackets.
    package let host: String
    package let port: UInt16
    /// Begins with `/`; holds the query.
    package let path: String

    /// Nil for anything that is not an https URL in printable ASCII; a user, a password or a fragment is refused too.
    package init?(_ text: String) {
        guard let parts = Self.split(text, scheme: "https://") else { return nil }
        host = parts.host
        port = parts.port ?? 443
        path = parts.path
    }

    /// Cuts a URL that begins with `scheme`, by the same rules.
    static func split(_ text: String, scheme: String) -> (host: String, port: UInt16?, path: String)? {
        guard text.utf8.allSatisfy({ $0.isASCIIGraphic && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }),
            text.utf8.count > scheme.utf8.count, text.prefix(scheme.utf8.count).lowercased() == scheme
        else { return nil }
        let rest = text.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let (host, port) = HostRule.split(rest[..<end]) else { return nil }
        return (host, port, rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...])
    }

    /// Where a connection goes.
    package var endpoint: HTTP2Endpoint { HTTP2Endpoint(host: host, port: port) }
}
