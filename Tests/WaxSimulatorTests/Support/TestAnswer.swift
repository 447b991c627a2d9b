// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// An answer as a test looks at it.
struct TestAnswer: Sendable {
    struct Missing: Error {}

    let status: Int
    let headers: HTTP2Headers
    let json: JSONValue

    init(_ response: HTTP2Response) {
        status = response.status
        headers = response.headers
        json = (try? JSONReader.parse(response.body)) ?? .null
    }

    /// Apple's reason.
    var reason: String? { json["reason"]?.stringValue }
    /// Google's canonical name of the status.
    var rpcStatus: String? { json["error"]?["status"]?.stringValue }
    /// Google's error code for messages.
    var errorCode: String? {
        json["error"]?["details"]?.arrayValue?.first {
            $0["@type"] == "type.googleapis.com/google.firebase.fcm.v1.FcmError"
        }?["errorCode"]?.stringValue
    }
}

extension HTTP2Outcome {
    var status: Int? { if case .response(let response) = self { response.status } else { nil } }
    var notProcessed: HTTP2Failure? { if case .notProcessed(let failure) = self { failure } else { nil } }
    var unknown: HTTP2Failure? { if case .unknown(let failure) = self { failure } else { nil } }
}
