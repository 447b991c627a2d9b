// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxJSON
package import WaxSystem

/// The providers as test mode plays them: their own answers, so that what judges them is what judges the real ones.
package enum TestProvider {
    /// The name of the project that test mode sends to.
    package static let projectID = "test"

    /// How attempt `attempt` (from 1) for a token ends; `messageID` names the push where it is accepted.
    package static func outcome(
        of token: MagicToken, platform: Platform, attempt: Int, messageID: String, now: Timestamp
    ) -> HTTP2Outcome {
        let provider = platform.provider
        let accepted = HTTP2Outcome.response(acceptance(by: provider, messageID: messageID))
        func refused(_ apns: (Int, String), _ fcm: (Int, String), _ web: (Int, String)) -> HTTP2Outcome {
            switch provider {
            case .apns: .response(apnsRefusal(status: apns.0, reason: apns.1, now: now))
            case .fcm: .response(fcmRefusal(status: fcm.0, code: fcm.1))
            case .webPush: .response(HTTP2Response(status: web.0, body: ["reason": .string(web.1)]))
            }
        }
        var unavailable: HTTP2Outcome {
            refused((503, "ServiceUnavailable"), (503, "UNAVAILABLE"), (503, "ServiceUnavailable"))
        }
        switch token {
        case .accept, .slow: return accepted
        case .unregistered: return refused((410, "Unregistered"), (404, "UNREGISTERED"), (410, "Unregistered"))
        // No service says so of an endpoint; it is this server that may not use some.
        case .badToken where provider == .webPush: return .notProcessed(.forbiddenAddress)
        case .badToken: return refused((400, "BadDeviceToken"), (400, "INVALID_ARGUMENT"), (400, "BadDeviceToken"))
        case .wrongApp:
            return refused(
                (400, "DeviceTokenNotForTopic"), (403, "SENDER_ID_MISMATCH"), (400, "VapidPkHashMismatch"))
        case .tooLarge: return refused((413, "PayloadTooLarge"), (413, "PAYLOAD_TOO_LARGE"), (413, "PayloadTooLarge"))
        case .authError:
            return refused((403, "InvalidProviderToken"), (403, "PERMISSION_DENIED"), (403, "BadJwtToken"))
        // No reason of the documents: a request of this server that is at fault would be a defect of it.
        case .rejected: return refused((400, "TestRejected"), (400, "TEST_REJECTED"), (400, "TestRejected"))
        case .rateLimited:
            return attempt > 1
                ? accepted
                : refused((429, "TooManyRequests"), (429, "QUOTA_EXCEEDED"), (429, "TooManyRequests"))
        case .flaky: return attempt > 1 ? accepted : unavailable
        case .providerError: return unavailable
        case .timeout: return .unknown(.timedOut)
        }
    }

    /// How long the provider takes for a token.
    package static func delay(of token: MagicToken) -> Duration {
        token == .slow ? .seconds(10) : .zero
    }

    private static func acceptance(by provider: Provider, messageID: String) -> HTTP2Response {
        switch provider {
        case .apns: HTTP2Response(status: 200, headers: ["apns-id": messageID])
        case .fcm:
            HTTP2Response(status: 200, body: ["name": .string("projects/\(projectID)/messages/\(messageID)")])
        case .webPush: HTTP2Response(status: 201, headers: ["location": "/m/\(messageID)"])
        }
    }

    private static func apnsRefusal(status: Int, reason: String, now: Timestamp) -> HTTP2Response {
        var body: JSONObject = ["reason": .string(reason)]
        if status == 410 { body.append("timestamp", .number(JSONNumber(now.milliseconds))) }
        return HTTP2Response(status: status, body: .object(body))
    }

    private static func fcmRefusal(status: Int, code: String) -> HTTP2Response {
        let message =
            code == "INVALID_ARGUMENT"
            ? "The registration token is not a valid FCM registration token" : "A refusal of test mode."
        return HTTP2Response(
            status: status,
            body: [
                "error": [
                    "code": .number(JSONNumber(status)), "message": .string(message),
                    "details": [
                        ["@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code)]
                    ],
                ]
            ])
    }
}

extension HTTP2Response {
    fileprivate init(status: Int, body: JSONValue) {
        self.init(status: status, headers: ["content-type": "application/json"], body: body.compact)
    }
}
