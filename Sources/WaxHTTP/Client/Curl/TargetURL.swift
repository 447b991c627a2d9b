// SPDX-License-Identifier: Apache-2.0

/// A URL that somebody names for requests to be sent to, read by the parser that a request is sent with.
package struct TargetURL: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case, in brackets when it is an IPv6 address.
    package let host: String
    /// The host's address, when the URL names it by its address.
    package let address: IPAddress?
    /// Whether it holds a user or a password.
    package let hasUser: Bool
    package let hasFragment: Bool

    /// Nil unless `text` is a whole `http` or `https` URL in printable ASCII.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = try? CurlURL(text) else { return nil }
        scheme = url.scheme
        host = url.host.lowercased()
        address = IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
        hasUser = url.hasUser
        hasFragment = url.hasFragment
    }
}
