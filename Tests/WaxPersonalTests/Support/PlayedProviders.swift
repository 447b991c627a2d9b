// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxHTTP
import WaxJSON
import WaxSystem

/// Apple and Google as tests play them: they take every push and keep it, know no token any more that begins `dead`,
/// and never answer for one of Apple that begins `510`.
final class PlayedProviders: LaneOpener {
    private let requests = Locked<[HTTP2Request]>([])

    /// What was sent, in the order in which it came.
    var received: [HTTP2Request] { requests.withLock { $0 } }

    /// The bodies of what was sent to Apple for a token.
    func apns(_ token: String) throws -> [JSONValue] {
        try received.filter { $0.path == "/3/device/\(token)" }.map { try JSONReader.parse($0.body) }
    }

    /// The messages that were sent to Google for a token.
    func fcm(_ token: String) throws -> [JSONValue] {
        try received.filter { $0.path.hasSuffix("messages:send") }
            .compactMap { try JSONReader.parse($0.body)["message"] }.filter { $0["token"]?.stringValue == token }
    }

    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) throws -> any ProviderLane {
        Lane(requests: requests, onOutcomes: onOutcomes)
    }

    private struct Lane: ProviderLane {
        let requests: Locked<[HTTP2Request]>
        let onOutcomes: @Sendable ([HTTP2Answer]) -> Void

        func submit(_ batch: [HTTP2Request], before deadline: Duration) {
            requests.withLock { $0 += batch }
            onOutcomes(
                batch.filter { !$0.path.hasPrefix("/3/device/510") }.map { request in
                    let isDead = request.path.hasPrefix("/3/device/dead")
                    let isGoogle = request.path.hasSuffix("messages:send")
                    let response =
                        isDead
                        ? Self.refusal
                        : HTTP2Response(
                            status: 200, headers: ["apns-id": "0189d4c5-0000-7000-8000-000000000000"],
                            body: isGoogle ? Array(#"{"name":"projects/p/messages/1"}"#.utf8) : [])
                    return HTTP2Answer(id: request.id, outcome: .response(response))
                })
        }

        func reconnect() {}
        func close(drain: Duration) {}

        private static let refusal = HTTP2Response(
            status: 410, body: JSONValue.object(["reason": "Unregistered"]).compact)
    }
}
