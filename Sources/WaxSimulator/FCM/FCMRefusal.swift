// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// Why Google does not take a message: `google.rpc.Status` with its details.
struct FCMRefusal: Error {
    let status: Int
    let message: String
    /// The code that FCM itself gives; nil when something before it refuses.
    var code: FCMErrorCode?
    /// The field that is wrong, as in `message.token`, and how.
    var violation: (field: String, description: String)?

    /// The name of an HTTP status among the codes of `google.rpc`.
    static func statusName(_ status: Int) -> String {
        switch status {
        case 400: "INVALID_ARGUMENT"
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404: "NOT_FOUND"
        case 429: "RESOURCE_EXHAUSTED"
        case 500: "INTERNAL"
        case 503: "UNAVAILABLE"
        default: "UNKNOWN"
        }
    }

    /// What a program acts upon.
    var reason: String { code?.rawValue ?? Self.statusName(status) }

    /// The body of the answer.
    var body: JSONValue {
        var error: JSONObject = [
            "code": .number(JSONNumber(status)), "message": .string(message),
            "status": .string(Self.statusName(status)),
        ]
        var details: [JSONValue] = []
        if let code {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code.rawValue),
            ])
        }
        if let violation {
            details.append([
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [
                    ["field": .string(violation.field), "description": .string(violation.description)]
                ],
            ])
        }
        if !details.isEmpty { error["details"] = .array(details) }
        return ["error": .object(error)]
    }
}

extension FCMRefusal {
    /// The bearer token is missing, unknown or has ended.
    static let unauthenticated = FCMRefusal(
        status: 401,
        message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other "
            + "valid authentication credential.")

    static let notFound = FCMRefusal(status: 404, message: "Requested entity was not found.")

    /// The token belongs to a device that has gone.
    static let unregistered = FCMRefusal(
        status: 404, message: "Requested entity was not found.", code: .unregistered)

    static let senderIDMismatch = FCMRefusal(status: 403, message: "SenderId mismatch", code: .senderIDMismatch)

    static func permissionDenied(project: String) -> FCMRefusal {
        FCMRefusal(
            status: 403,
            message: "Permission 'cloudmessaging.messages.create' denied on resource "
                + "'//cloudresourcemanager.googleapis.com/projects/\(project)' (or it may not exist).")
    }

    /// FCM finds a value wrong.
    static func invalidArgument(_ message: String, field: String) -> FCMRefusal {
        FCMRefusal(status: 400, message: message, code: .invalidArgument, violation: (field, message))
    }

    /// The body is not the JSON of a message.
    static func invalidPayload(_ description: String, field: String = "") -> FCMRefusal {
        let message = "Invalid JSON payload received. \(description)"
        return FCMRefusal(status: 400, message: message, violation: (field, message))
    }
}
