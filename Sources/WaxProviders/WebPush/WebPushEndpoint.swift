// SPDX-License-Identifier: Apache-2.0

/// The URL of a browser's subscription, to which its pushes are posted (RFC 8030 section 5).
package struct WebPushEndpoint: Hashable, Sendable {
    /// The longest one that is taken, in bytes.
    package static let byteLimit = 2048

    /// Scheme, host and, unless it is the scheme's own, port: `https://push.example.net` (RFC 6454 section 6.2).
    package let origin: String
    /// Begins with `/`; holds the query.
    package let path: String
    /// Whether it is an https URL.
    package let isSecure: Bool

    /// The URL in the form in which it is sent and compared: scheme and host in lower case, no default port.
    package var text: String { origin + path }

    /// Nil for anything that is not an http or https URL in printable ASCII of at most `byteLimit` bytes; a user, a
    /// password or a fragment is refused too.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.byteLimit else { return nil }
        if let parts = HTTPSAddress.split(text, scheme: "https://") {
            self.init(scheme: "https", parts.host, parts.port == 443 ? nil : parts.port, parts.path)
        } else if let parts = HTTPSAddress.split(text, scheme: "http://") {
            self.init(scheme: "http", parts.host, parts.port == 80 ? nil : parts.port, parts.path)
        } else {
            return nil
        }
    }

    private init(scheme: String, _ host: String, _ port: UInt16?, _ path: String) {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        origin = "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
        self.path = path
        isSecure = scheme == "https"
    }
}
