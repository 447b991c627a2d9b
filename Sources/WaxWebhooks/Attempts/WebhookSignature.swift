// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import WaxCrypto
package import WaxHTTP
package import WaxSystem

/// The headers by which a receiver knows who sent a body, in two schemes at once.
///
/// `X-HonkIO-Signature` is the hexadecimal HMAC-SHA256 of `timestamp.body` keyed with the text of the newest secret;
/// `webhook-signature` has for each secret that is valid `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` keyed
/// with the secret's bytes. Source of the second: the Standard Webhooks specification.
package enum WebhookSignature {
    /// The headers for `body`, which must be sent as it is. The newest secret comes first.
    package static func headers(
        id: String, body: [UInt8], secrets: [WebhookSecret], now: Timestamp
    ) -> HTTPHeaders {
        let timestamp = String(now.seconds)
        let signed = Array("\(timestamp).".utf8) + body
        var headers = HTTPHeaders()
        if let newest = secrets.first {
            headers.add("X-HonkIO-Timestamp", timestamp)
            headers.add("X-HonkIO-Signature", hexadecimal(code(of: signed, newest.textBytes)))
        }
        for field in standardHeaders(id: id, body: body, secrets: secrets, now: now).fields {
            headers.add(field.name, field.value)
        }
        return headers
    }

    /// The headers of Standard Webhooks alone.
    package static func standardHeaders(
        id: String, body: [UInt8], secrets: [WebhookSecret], now: Timestamp
    ) -> HTTPHeaders {
        let timestamp = String(now.seconds)
        let signed = Array("\(id).\(timestamp).".utf8) + body
        var headers = HTTPHeaders()
        headers.add("webhook-id", id)
        headers.add("webhook-timestamp", timestamp)
        headers.add(
            "webhook-signature",
            secrets.map { "v1," + Data(code(of: signed, $0.decoded)).base64EncodedString() }.joined(separator: " "))
        return headers
    }

    private static func code(of bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
        HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)).withUnsafeBytes { [UInt8]($0) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
