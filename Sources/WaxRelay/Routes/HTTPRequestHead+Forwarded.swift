// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension HTTPRequestHead {
    /// Whether a header says that a proxy passed the request on, whoever the client is and whether the proxy is believed.
    var isForwarded: Bool {
        headers.fields.contains { field in
            // None of them begins with another letter than F, V or X, and hardly a header of others does.
            guard let first = field.name.utf8.first, "fvxFVX".utf8.contains(first) else { return false }
            return Self.proxyHeaders.contains(field.name.lowercased())
        }
    }

    /// RFC 7239, RFC 9110 section 7.6.3, and what proxies write besides.
    private static let proxyHeaders: Set<String> = [
        "x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto",
        "x-forwarded-server",
    ]
}
