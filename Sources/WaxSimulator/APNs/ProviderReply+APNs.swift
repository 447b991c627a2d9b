// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxSystem

extension ProviderReply {
    /// What Apple answers to a push that it takes. Only the service for development tells its own id of the push.
    static func apnsAccepted(id: String, environment: SimulatedApp.Environment, mint: TokenMint) -> ProviderReply {
        var headers: HTTP2Headers = ["apns-id": id]
        if environment == .sandbox { headers.append("apns-unique-id", mint.uuid()) }
        return ProviderReply(status: 200, headers: headers, messageID: id)
    }

    /// What Apple answers to a push that it refuses.
    static func apnsRefused(
        reason: String, status: Int, id: String, diedAt: Timestamp? = nil, retryAfter: Int? = nil
    ) -> ProviderReply {
        var body: JSONObject = ["reason": .string(reason)]
        if let diedAt { body["timestamp"] = .number(JSONNumber(diedAt.milliseconds)) }
        var headers: HTTP2Headers = ["apns-id": id, "content-type": "application/json"]
        if let retryAfter { headers.append("retry-after", "\(retryAfter)") }
        return ProviderReply(
            status: status, headers: headers, body: JSONValue.object(body).compact, reason: reason, messageID: id)
    }
}
