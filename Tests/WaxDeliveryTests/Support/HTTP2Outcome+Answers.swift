// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

extension HTTP2Outcome {
    /// Both providers' answer to a push that they take.
    static let accepted = HTTP2Outcome.response(
        HTTP2Response(
            status: 200, headers: ["apns-id": "0189d4c5-0000-7000-8000-000000000000"],
            body: Array(#"{"name":"projects/demo-project/messages/1"}"#.utf8)))

    /// Apple's refusal; with the time at which a token died.
    static func apns(_ status: Int, _ reason: String, timestamp: Int64? = nil) -> HTTP2Outcome {
        var body: JSONObject = ["reason": .string(reason)]
        if let timestamp { body.append("timestamp", .number(JSONNumber(timestamp))) }
        return .response(HTTP2Response(status: status, body: JSONValue.object(body).compact))
    }

    /// An answer without a body, as a browser's push service gives it.
    static func answer(_ status: Int, headers: HTTP2Headers = [:]) -> HTTP2Outcome {
        .response(HTTP2Response(status: status, headers: headers))
    }

    /// Google's refusal.
    static func fcm(_ status: Int, _ code: String, retryAfter: Int? = nil) -> HTTP2Outcome {
        let body: JSONValue = [
            "error": [
                "code": .number(JSONNumber(status)), "status": .string(code),
                "details": [
                    ["@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code)]
                ],
            ]
        ]
        return .response(
            HTTP2Response(
                status: status, headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:], body: body.compact))
    }
}
