// SPDX-License-Identifier: Apache-2.0

/// A server that speaks HTTP/2 over TLS.
package struct HTTP2Endpoint: Hashable, Sendable {
    /// A DNS name or an IP address, without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16 = 443) {
        self.host = host
        self.port = port
    }

    /// The value of `:authority` (RFC 9113, section 8.3.1).
    package var authority: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == 443 ? name : "\(name):\(port)"
    }
}
