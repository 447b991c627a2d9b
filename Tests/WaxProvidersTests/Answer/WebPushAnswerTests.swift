// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxProviders
import WaxSystem

@Suite struct WebPushAnswerTests {
    private static let sentAt = Timestamp(milliseconds: 1_800_000_000_000)

    private func verdict(
        _ status: Int, _ body: String = "", location: String? = nil, retryAfter: String? = nil
    ) -> ProviderVerdict {
        WebPushAnswer.verdict(
            of: ProviderAnswer(status: status, location: location, retryAfter: retryAfter, body: body.bytes),
            sentAt: Self.sentAt, now: Self.sentAt)
    }

    private static let table: [(Int, String, ProviderVerdict.Outcome)] = {
        let gone = ProviderVerdict.Outcome.failed(
            code: .tokenUnregistered, device: .deactivate(unlessRegisteredSince: sentAt), alert: nil)
        let rejected = ProviderVerdict.Outcome.failed(code: .providerRejected, device: .keep, alert: nil)
        let unavailable = ProviderVerdict.Outcome.retry(.unavailable(.webPush, after: nil))
        return [
            (200, "", .accepted(messageID: nil)), (201, "", .accepted(messageID: nil)),
            (202, "", .accepted(messageID: nil)), (204, "", .accepted(messageID: nil)),
            (404, "", gone), (410, "", gone), (410, #"{"errno":106,"error":"Gone"}"#, gone),
            (413, "", .failed(code: .payloadTooLarge, device: .keep, alert: nil)),
            (429, "", .retry(.rateLimited(after: nil))),
            (400, "", rejected), (400, #"{"reason":"BadWebPushTopic"}"#, rejected), (405, "", rejected),
            (301, "", rejected), (307, "", rejected),
            (401, "", .retry(.newToken(alert: .configurationInvalid))),
            (403, "", .failed(code: .providerAuthFailed, device: .keep, alert: .configurationInvalid)),
            (
                400, #"{"reason":"VapidPkHashMismatch"}"#,
                .failed(
                    code: .tokenNotForApp, device: .deactivateUnlessCommon(unlessRegisteredSince: sentAt), alert: nil)
            ),
            (500, "", unavailable), (502, "<html>", unavailable), (503, "", unavailable), (507, "", unavailable),
        ]
    }()

    @Test(arguments: 0..<21) func everyAnswer(index: Int) {
        let (status, body, outcome) = Self.table[index]
        let verdict = verdict(status, body)
        #expect(verdict.outcome == outcome, "\(status) \(body)")
        #expect(verdict.providerStatus == status)
    }

    @Test func theTableIsWhole() {
        #expect(Self.table.count == 21)
    }

    @Test func theNameOfThePushIsItsLocation() {
        let url = "https://push.example.net/message/qDIYHNcfAIPP_5ITvURr-d6BGtYnTRnk"
        #expect(verdict(201, location: url).outcome == .accepted(messageID: url))
        let long = verdict(201, location: String(repeating: "é", count: 200)).outcome
        #expect(long == .accepted(messageID: String(repeating: "?", count: 256)))
    }

    @Test(arguments: [
        (#"{"reason":"BadJwtToken"}"#, "BadJwtToken"),
        (#"{"code":401,"errno":109,"error":"Unauthorized"}"#, "Unauthorized"),
        ("the VAPID credentials do not match", nil), ("", nil), ("[1]", nil), (#"{"reason":1}"#, nil),
    ])
    func theReason(body: String, reason: String?) {
        #expect(verdict(400, body).providerReason == reason)
    }

    @Test func aWaitIsTakenAtItsWord() {
        #expect(verdict(429, retryAfter: "120").outcome == .retry(.rateLimited(after: .seconds(120))))
        #expect(verdict(503, retryAfter: "7").outcome == .retry(.unavailable(.webPush, after: .seconds(7))))
    }

    @Test func noAnswerStopsSending() {
        for status in 300...599 {
            let alert: AppAlert? =
                switch verdict(status).outcome {
                case .failed(_, _, let alert): alert
                case .retry(let rule): rule.alert
                case .accepted: nil
                }
            #expect(alert?.pausesSending != true, "\(status)")
        }
    }

    @Test func anAddressThatMayNotBeUsedIsNoDevice() {
        let verdict = ProviderVerdict(
            of: .notProcessed(.forbiddenAddress), from: .webPush, sentAt: Self.sentAt, now: Self.sentAt)
        #expect(
            verdict.outcome
                == .failed(
                    code: .tokenInvalid, device: .deactivateUnlessCommon(unlessRegisteredSince: Self.sentAt),
                    alert: nil))
        #expect(verdict.providerStatus == nil && verdict.providerReason == "ForbiddenAddress")
    }
}
