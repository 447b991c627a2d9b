// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// What a service answers.
struct ProviderReply: Sendable {
    let status: Int
    let headers: HTTP2Headers
    let body: [UInt8]
    /// The provider's name for what is wrong; nil when nothing is.
    let reason: String?
    /// The provider's name for the message, where it has one.
    let messageID: String?

    init(
        status: Int, headers: HTTP2Headers = [:], body: [UInt8] = [], reason: String? = nil, messageID: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.reason = reason
        self.messageID = messageID
    }

    /// A browser's push service has taken a push, under this URL.
    static func webPushAccepted(name: String) -> ProviderReply {
        ProviderReply(status: 201, headers: ["location": name], messageID: name)
    }

    /// A browser's push service refuses a push, as Apple's does.
    static func webPushRefused(_ reason: String, status: Int, retryAfter: Int? = nil) -> ProviderReply {
        var headers: HTTP2Headers = ["content-type": "application/json"]
        if let retryAfter { headers.append("retry-after", "\(retryAfter)") }
        return ProviderReply(
            status: status, headers: headers, body: JSONValue.object(["reason": .string(reason)]).compact,
            reason: reason)
    }

    /// An answer of Google's, whose JSON is laid out for people.
    static func google(
        _ body: JSONValue, status: Int = 200, retryAfter: Int? = nil, reason: String? = nil, messageID: String? = nil
    ) -> ProviderReply {
        var headers: HTTP2Headers = ["content-type": "application/json; charset=UTF-8"]
        if let retryAfter { headers.append("retry-after", "\(retryAfter)") }
        return ProviderReply(
            status: status, headers: headers, body: body.pretty + [UInt8(ascii: "\n")], reason: reason,
            messageID: messageID)
    }
}
