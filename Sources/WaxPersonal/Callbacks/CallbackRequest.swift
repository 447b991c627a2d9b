// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxObjects
import WaxRecords
import WaxSystem
import WaxWebhooks

/// The request that tells a sender of the end of a receipt.
enum CallbackRequest {
    private static let timeout = Duration.seconds(15)
    /// Nothing of the answer is used.
    private static let longestAnswer = 64 * 1024

    /// Nil for a receipt of which nobody is told.
    static func make(_ receipt: Receipt, of person: Person, _ secret: WebhookSecret, now: Timestamp)
        -> HTTPClientRequest?
    {
        guard let url = receipt.details.callbackURL, let type = type(of: receipt) else { return nil }
        let object: JSONObject = [
            "type": .string(type), "timestamp": JSONValue(receipt.endedAt),
            "data": .object(ReceiptObject.json(receipt, of: person)),
        ]
        var request = HTTPClientRequest(method: "POST", url: url, body: JSONValue.object(object).compact)
        request.headers = WebhookSignature.standardHeaders(
            id: "pwr_\(receipt.notification)", body: request.body, secrets: [secret], now: now)
        request.headers.add("Content-Type", "application/json")
        request.timeout = timeout
        request.maximumResponseBytes = longestAnswer
        return request
    }

    private static func type(of receipt: Receipt) -> String? {
        switch receipt.status {
        case .acknowledged: "notification.acknowledged"
        case .expired: "notification.expired"
        case .active, .canceled: nil
        }
    }
}
