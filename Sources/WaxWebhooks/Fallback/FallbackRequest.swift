// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

/// The request that hands a text to the gateway: the same identifier at every attempt.
enum FallbackRequest {
    static func make(
        _ text: FallbackText, of claim: FallbackClaim, to gateway: FallbackGateway, now: Timestamp
    ) -> HTTPClientRequest {
        let id = PublicID(.fallback, claim.pushID).text
        let body = JSONValue.object([
            "id": .string(id), "push_id": .string(PublicID(.push, claim.pushID).text), "to": .string(text.to),
            "from": text.from.map(JSONValue.string) ?? .null, "text": .string(text.text),
        ]).compact
        var request = HTTPClientRequest(method: "POST", url: gateway.url, body: body)
        request.headers = WebhookSignature.headers(id: id, body: body, secrets: [gateway.secret], now: now)
        request.headers.add("Content-Type", "application/json")
        request.headers.add("Accept", "application/json")
        return request
    }
}
