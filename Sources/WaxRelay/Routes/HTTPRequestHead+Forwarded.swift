// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

extension HTTPRequestHead {
    /// Whether a header says that a proxy passed the request on, whoever the client is and whether the proxy is believed.
    var isForwarded: Bool { Self.proxyHeaders.contains { headers[$0] != nil } }

    /// RFC 7239, RFC 9110 section 7.6.3, and what proxies write besides.
    private static let proxyHeaders = [
        "X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto",
        "X-Forwarded-Server",
    ]
}
