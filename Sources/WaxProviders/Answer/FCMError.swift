// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// The error body of FCM HTTP v1 (google.rpc.Status with FcmError and BadRequest among its details).
struct FCMError: Equatable {
    /// `details[].errorCode` of the FcmError.
    let code: String?
    /// `status`, the canonical name of the error class.
    let status: String?
    /// Whether the error says that the registration token itself is wrong, rather than anything else in the request.
    let blamesToken: Bool

    /// Reads what is there; anything may be missing.
    init(body: [UInt8]) {
        let error = (try? JSONReader.parse(body))?["error"] ?? .null
        let details = error["details"]?.arrayValue ?? []
        let fcm = details.first { Self.isDetail($0, "google.firebase.fcm.v1.FcmError") }
        code = fcm?["errorCode"]?.stringValue
        status = error["status"]?.stringValue
        let violatesToken = details.contains { detail in
            Self.isDetail(detail, "google.rpc.BadRequest")
                && (detail["fieldViolations"]?.arrayValue ?? []).contains { $0["field"] == "message.token" }
        }
        blamesToken = violatesToken || (fcm != nil && Self.saysTokenIsInvalid(error["message"]?.stringValue ?? ""))
    }

    private static func isDetail(_ detail: JSONValue, _ type: String) -> Bool {
        detail["@type"] == .string("type.googleapis.com/" + type)
    }

    /// Google's text is "The registration token is not a valid FCM registration token".
    private static func saysTokenIsInvalid(_ message: String) -> Bool {
        let text = message.lowercased()
        return text.contains("registration token")
            && (text.contains("not a valid") || text.contains("not valid") || text.contains("invalid"))
    }
}
