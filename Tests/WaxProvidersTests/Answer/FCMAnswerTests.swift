// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxProviders
import WaxSystem

@Suite struct FCMAnswerTests {
    private static let sentAt = Timestamp(milliseconds: 1_800_000_000_000)

    private func verdict(_ status: Int, _ body: String, retryAfter: String? = nil) -> ProviderVerdict {
        FCMAnswer.verdict(
            of: ProviderAnswer(status: status, retryAfter: retryAfter, body: body.bytes), sentAt: Self.sentAt,
            now: Self.sentAt)
    }

    /// An error as Google writes it.
    private func body(
        _ status: Int, _ name: String, message: String = "A message.", code: String? = nil, violation: String? = nil
    ) -> String {
        var details: [JSONValue] = [["@type": "type.googleapis.com/google.rpc.Help", "errorCode": "UNREGISTERED"]]
        if let code {
            details.append(
                ["@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": .string(code)])
        }
        if let violation {
            details.append(
                [
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": [["field": .string(violation), "description": "Invalid value."]],
                ])
        }
        let error: JSONValue = [
            "error": [
                "code": .number(JSONNumber(status)), "message": .string(message), "status": .string(name),
                "details": .array(details),
            ]
        ]
        return error.compact.text
    }

    private static let table: [(Int, String, String?, ProviderVerdict.Outcome)] = {
        let rejected = ProviderVerdict.Outcome.failed(code: .providerRejected, device: .keep, alert: nil)
        let credential = ProviderVerdict.Outcome.failed(
            code: .providerAuthFailed, device: .keep, alert: .credentialRefused)
        let unavailable = ProviderVerdict.Outcome.retry(.unavailable(.fcm, after: nil))
        return [
            (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", rejected),
            (400, "INVALID_ARGUMENT", nil, rejected),
            (400, "FAILED_PRECONDITION", nil, rejected),
            (401, "UNAUTHENTICATED", nil, .retry(.newToken(alert: .credentialRefused))),
            (
                401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR",
                .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)
            ),
            (
                403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH",
                .failed(
                    code: .tokenNotForApp, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
            ),
            (403, "PERMISSION_DENIED", nil, credential),
            (
                404, "NOT_FOUND", "UNREGISTERED",
                .failed(code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: sentAt), alert: nil)
            ),
            (
                404, "NOT_FOUND", nil,
                .failed(code: .providerConfigInvalid, device: .keep, alert: .configurationInvalid)
            ),
            (413, "PAYLOAD_TOO_LARGE", nil, .failed(code: .payloadTooLarge, device: .keep, alert: nil)),
            (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", .retry(.rateLimited(after: nil))),
            (429, "RESOURCE_EXHAUSTED", nil, .retry(.rateLimited(after: nil))),
            (500, "INTERNAL", "INTERNAL", unavailable), (500, "INTERNAL", nil, unavailable),
            (503, "UNAVAILABLE", "UNAVAILABLE", unavailable), (503, "UNAVAILABLE", nil, unavailable),
            (502, "BAD_GATEWAY", nil, unavailable), (504, "DEADLINE_EXCEEDED", nil, unavailable),
            (500, "UNKNOWN", "UNSPECIFIED_ERROR", rejected),
            (409, "ABORTED", "SOMETHING_NEW", rejected), (599, "SOMETHING", "SOMETHING_NEW", unavailable),
        ]
    }()

    @Test(arguments: Self.table.indices) func documentedCode(index: Int) {
        let (status, name, code, outcome) = Self.table[index]
        let verdict = verdict(status, body(status, name, code: code))
        #expect(verdict.outcome == outcome)
        #expect(verdict.providerStatus == status)
        #expect(verdict.providerReason == code ?? name)
    }

    @Test func accepted() {
        let name = "projects/demo/messages/0:1500415314455276%31bd1c9631bd1c96"
        #expect(
            verdict(200, #"{"name":"\#(name)"}"#) == ProviderVerdict(.accepted(messageID: name), status: 200))
        #expect(verdict(200, "?") == ProviderVerdict(.accepted(messageID: nil), status: 200))
    }

    @Test func onlyAnArgumentThatIsTheTokenKillsTheToken() {
        let dead = ProviderVerdict.Outcome.failed(
            code: .tokenInvalid, device: .deactivateUnlessCommon(unlessRegisteredSince: Self.sentAt), alert: nil)
        let rejected = ProviderVerdict.Outcome.failed(code: .providerRejected, device: .keep, alert: nil)
        let text = "The registration token is not a valid FCM registration token"
        func outcome(_ message: String, code: String?, violation: String?) -> ProviderVerdict.Outcome {
            verdict(400, body(400, "INVALID_ARGUMENT", message: message, code: code, violation: violation)).outcome
        }
        #expect(outcome(text, code: "INVALID_ARGUMENT", violation: nil) == dead)
        #expect(outcome("Request contains an invalid argument.", code: nil, violation: "message.token") == dead)
        #expect(outcome("x", code: "INVALID_ARGUMENT", violation: "message.token") == dead)
        // The same words without FCM's own detail, other fields, other faults.
        #expect(outcome(text, code: nil, violation: nil) == rejected)
        #expect(outcome("x", code: "INVALID_ARGUMENT", violation: "message.data") == rejected)
        #expect(outcome("x", code: nil, violation: "message.tokens") == rejected)
        #expect(outcome("Android message is too big", code: "INVALID_ARGUMENT", violation: nil) == rejected)
        #expect(outcome("Invalid data payload key: google.x", code: "INVALID_ARGUMENT", violation: nil) == rejected)
        #expect(outcome("Registration token missing", code: "INVALID_ARGUMENT", violation: nil) == rejected)
        #expect(verdict(500, body(500, "INTERNAL", message: text, code: "INVALID_ARGUMENT")).outcome != dead)
    }

    @Test func freeTextIsNotStored() {
        let answer = body(400, "INVALID_ARGUMENT", message: "Invalid value: SECRET", code: "INVALID_ARGUMENT")
        #expect(!"\(verdict(400, answer))".contains("SECRET"))
    }

    @Test(
        arguments: [
            ("12", .seconds(12)), ("Fri, 15 Jan 2027 08:00:40 GMT", .seconds(40)),
            ("Fri, 15 Jan 2027 07:00:00 GMT", .zero), ("soon", nil), ("-3", nil),
        ] as [(String, Duration?)])
    func retryAfter(value: String, wait: Duration?) {
        #expect(Self.sentAt.rfc3339 == "2027-01-15T08:00:00.000Z")
        #expect(verdict(503, "", retryAfter: value).outcome == .retry(.unavailable(.fcm, after: wait)))
        #expect(verdict(429, "", retryAfter: value).outcome == .retry(.rateLimited(after: wait)))
    }

    @Test(arguments: [
        "", "[]", "null", #"{"error":[]}"#, #"{"error":{"details":{}}}"#, #"{"error":{"details":[1,{}]}}"#,
    ])
    func anyBodyIsSurvived(body: String) {
        for status in [100, 204, 301, 400, 401, 403, 404, 413, 429, 500, 503, 999] {
            #expect(verdict(status, body).providerReason == nil)
        }
    }
}
