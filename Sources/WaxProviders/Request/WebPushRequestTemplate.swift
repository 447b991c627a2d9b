// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
package import WaxHTTP

/// The requests of one push to a browser's push service (RFC 8030 section 5): what they share is made once.
package struct WebPushRequestTemplate: Sendable {
    /// The longest topic (RFC 8030 section 5.4).
    static let topicLength = 32

    private let headers: HTTP2Headers

    /// Takes the value of `authorization`, and how long the service may hold the push from now on.
    package init(authorization: String, options: DeliveryOptions) {
        var headers = HTTP2Headers()
        headers.append("authorization", authorization, isIndexed: false)
        headers.append("ttl", String(options.ttlSeconds))
        headers.append("urgency", options.priority == .high ? "high" : "normal")
        if let key = options.collapseKey { headers.append("topic", Self.topic(for: key), isIndexed: false) }
        headers.append("content-encoding", "aes128gcm")
        headers.append("content-type", "application/octet-stream")
        self.headers = headers
    }

    /// The request for one device, whose endpoint has this path; `id` is the caller's number for it.
    package func request(id: UInt64, path: String, body: [UInt8]) -> HTTP2Request {
        HTTP2Request(id: id, path: path, headers: headers, body: body)
    }

    /// The topic of a collapse key: the key itself where it may be one, else 32 characters of its hash.
    ///
    /// A topic has at most 32 characters of the base64url alphabet, and Apple asks for a length that decodes.
    static func topic(for collapseKey: String) -> String {
        let count = collapseKey.utf8.count
        let isTopic =
            (1...topicLength).contains(count) && count % 4 != 1
            && collapseKey.utf8.allSatisfy {
                $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
        // Twenty-four bytes make thirty-two characters.
        return isTopic ? collapseKey : Base64URL.encode(Array(SHA256.hash(data: Array(collapseKey.utf8)).prefix(24)))
    }
}
