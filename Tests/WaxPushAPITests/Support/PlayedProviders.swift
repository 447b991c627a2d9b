// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxHTTP
import WaxJSON

/// Apple as tests play it: it takes every push, save those to a token that begins `dead`, which it no longer knows.
struct PlayedProviders: LaneOpener {
    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) throws -> any ProviderLane {
        Lane(onOutcomes: onOutcomes)
    }

    private struct Lane: ProviderLane {
        let onOutcomes: @Sendable ([HTTP2Answer]) -> Void

        func submit(_ requests: [HTTP2Request], before deadline: Duration) {
            onOutcomes(
                requests.map { request in
                    let isDead = request.path.hasPrefix("/3/device/dead")
                    return HTTP2Answer(id: request.id, outcome: .response(isDead ? Self.refusal : Self.acceptance))
                })
        }

        func reconnect() {}
        func close(drain: Duration) {}

        private static let acceptance = HTTP2Response(
            status: 200, headers: ["apns-id": "0189d4c5-0000-7000-8000-000000000000"])
        private static let refusal = HTTP2Response(
            status: 400, body: JSONValue.object(["reason": "BadDeviceToken"]).compact)
    }
}
