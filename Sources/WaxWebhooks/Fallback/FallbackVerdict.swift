// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxSystem

/// What a gateway's answer means for a text.
enum FallbackVerdict: Hashable, Sendable {
    /// `messageID` is what the gateway calls the message, if it says so.
    case sent(messageID: String?)
    case failed(FallbackError)
    /// Later, but not before the wait that the gateway asked for.
    case retry(after: Duration?)

    private static let longestMessageID = 255

    init(_ result: Result<HTTPClientResponse, HTTPClientError>, now: Timestamp) {
        guard case .success(let response) = result else {
            self = .retry(after: nil)
            return
        }
        switch response.status {
        case 200..<300: self = .sent(messageID: Self.messageID(in: response.body))
        // The gateway's own trouble, or a request that it had no time for.
        case 408, 425, 429: self = .retry(after: Self.wait(response, now))
        case 400..<500: self = .failed(.rejected)
        default: self = .retry(after: Self.wait(response, now))
        }
    }

    private static func wait(_ response: HTTPClientResponse, _ now: Timestamp) -> Duration? {
        response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
    }

    private static func messageID(in body: [UInt8]) -> String? {
        guard let id = try? JSONReader.parse(body)["message_id"]?.stringValue, !id.isEmpty,
            id.utf8.count <= longestMessageID
        else { return nil }
        return id
    }
}
