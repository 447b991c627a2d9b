// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import waxwing_bench

/// What the judge of a fault run lets pass, and what it must not.
@Suite struct FaultJudgeTests {
    typealias Request = FaultHistory.Request
    typealias Life = FaultHistory.Life

    private static let sent = Request(end: .answered(reason: nil), wasDelivered: true)
    private static let sentAndLost = Request(end: .answered(reason: nil), wasDelivered: true, mayBeLost: true)
    private static let silent = Request(end: .silent, wasDelivered: true)
    private static let ignored = Request(end: .silent, wasDelivered: false)
    private static let refused = answered("BadDeviceToken")
    private static let busy = answered("TooManyRequests")
    private static let unserved = Request(end: .unserved, wasDelivered: false)

    private static func answered(_ reason: String, mayBeLost: Bool = false, timeLeft: Int = 600) -> Request {
        Request(
            end: .answered(reason: reason), wasDelivered: false, mayBeLost: mayBeLost, timeLeft: .seconds(timeLeft))
    }

    /// One server's part that was killed in the middle of an attempt.
    private static func killed(_ requests: Request..., attempt: Int = 1) -> Life {
        Life(requests: requests, attemptAtKill: attempt)
    }

    /// What is wrong, "unseen" when nothing is if an attempt was lost before anybody saw it.
    private func fault(_ status: String, code: String? = nil, attempts: Int = 1, _ lives: [Life]) -> String? {
        var unseen = 0
        let fault = FaultJudge.fault(
            of: FaultJudge.Record(status: status, errorCode: code, attempts: attempts),
            after: FaultHistory(lives: lives), mayBeUnseen: &unseen)
        return fault ?? (unseen > 0 ? "unseen" : nil)
    }

    private func fault(_ status: String, code: String? = nil, attempts: Int = 1, _ requests: [Request]) -> String? {
        fault(status, code: code, attempts: attempts, [Life(requests: requests)])
    }

    private func timeout(attempts: Int = 2, _ lives: [Life]) -> String? {
        fault("failed", code: "PROVIDER_TIMEOUT", attempts: attempts, lives)
    }

    @Test func whatWasAnsweredIsRecordedAsThat() {
        #expect(fault("sent", [Self.sent]) == nil)
        #expect(fault("sent", [Self.busy, Self.unserved, Self.sent]) == nil)
        #expect(fault("failed", code: "TOKEN_INVALID", [Self.refused]) == nil)
        #expect(fault("failed", code: "TOKEN_INVALID", [Self.silent, Self.refused]) == nil)
        #expect(fault("sent", [Self.silent, Self.sent]) == nil)
        #expect(fault("sent", [Life(requests: [Self.busy]), Life(), Life(requests: [Self.sent])]) == nil)
    }

    @Test func whatWasAnsweredIsRecordedAsNothingElse() {
        #expect(fault("failed", code: "TOKEN_INVALID", [Self.sent]) != nil)
        #expect(fault("sent", code: "TOKEN_INVALID", [Self.sent]) != nil)
        #expect(fault("sent", [Self.refused]) != nil)
        #expect(fault("failed", code: "TOKEN_UNREGISTERED", [Self.refused]) != nil)
        #expect(fault("queued", [Self.sent]) != nil)
        #expect(fault("expired", code: "EXPIRED", [Self.sent]) != nil)
        #expect(fault("sent", [Life()]) != nil)
        #expect(fault("sent", [Self.silent]) != nil)
        #expect(fault("sent", [Self.busy]) != nil)
    }

    /// No answer is doubtful because of when it came: only what a kill found unfinished, and what a reset may have lost.
    @Test func whatWasAnsweredIsNotSentAgain() {
        #expect(fault("sent", [Self.sent, Self.sent]) != nil)
        #expect(fault("sent", [Self.refused, Self.sent]) != nil)
        #expect(fault("sent", [Life(requests: [Self.sent]), Life(requests: [Self.sent])]) != nil)
        #expect(fault("sent", [Life(requests: [Self.refused]), Life(requests: [Self.sent])]) != nil)
        #expect(fault("sent", [Life(requests: [Self.sent]), Self.killed(Self.sent), Life()]) != nil)
    }

    @Test func whatAKillFoundUnfinishedIsSentOnceMore() {
        #expect(fault("sent", [Self.killed(Self.sent), Life(requests: [Self.sent])]) == nil)
        #expect(fault("sent", [Self.killed(), Life(requests: [Self.sent])]) == nil)
        #expect(fault("sent", [Self.killed(Self.busy), Life(requests: [Self.sent])]) == nil)
        #expect(
            fault("failed", code: "TOKEN_INVALID", [Self.killed(Self.sent), Life(requests: [Self.refused])]) == nil)
        // The second server was killed before it came to it.
        #expect(fault("sent", [Self.killed(Self.sent), Self.killed(), Life(requests: [Self.sent])]) == nil)
        // It is not final until then.
        #expect(fault("sent", [Self.killed(Self.sent), Life()]) != nil)
        #expect(timeout([Self.killed(Self.sent), Life()]) != nil)
    }

    @Test func whatAResetMayHaveLostIsSentOnceMore() {
        let refusedAndLost = Self.answered("BadDeviceToken", mayBeLost: true)
        #expect(fault("sent", [Self.sentAndLost]) == nil)
        #expect(fault("sent", [Self.sentAndLost, Self.sent]) == nil)
        #expect(fault("failed", code: "TOKEN_INVALID", [refusedAndLost, Self.refused]) == nil)
        // A part of the first refusal came, none of the second: two are unknown only when both say nothing.
        #expect(fault("sent", [refusedAndLost, refusedAndLost, Self.sent]) == nil)
        #expect(fault("sent", [Self.sentAndLost, Self.ignored, Self.sent]) != nil)
    }

    @Test func nothingIsSentAfterTwoUnknownEnds() {
        #expect(fault("sent", [Self.ignored, Self.ignored, Self.sent]) != nil)
        #expect(fault("sent", [Self.silent, Self.ignored, Self.busy, Self.sent]) != nil)
        #expect(
            fault("sent", [Self.killed(Self.busy), Self.killed(Self.busy, attempt: 2), Life(requests: [Self.sent])])
                != nil)
        #expect(fault("sent", [Self.killed(), Self.killed(attempt: 2), Life(requests: [Self.sent])]) != nil)
        #expect(
            fault("sent", [Life(requests: [Self.ignored]), Self.killed(attempt: 2), Life(requests: [Self.sent])]) != nil
        )
        #expect(fault("sent", [Self.killed(Self.ignored), Life(requests: [Self.ignored, Self.sent])]) != nil)
        #expect(timeout([Self.killed(), Self.killed(attempt: 2), Self.killed(attempt: 3), Life()]) != nil)
    }

    @Test func noneArrivesThreeTimes() {
        #expect(fault("sent", [Self.silent, Self.silent, Self.sent]) != nil)
        #expect(
            fault(
                "sent",
                [Self.killed(Self.sent), Life(requests: [Self.sentAndLost, Self.sent])]) == "arrived 3 times")
    }

    @Test func twoUnknownEndsAreATimeout() {
        #expect(timeout([Life(requests: [Self.silent, Self.silent])]) == nil)
        #expect(timeout([Life(requests: [Self.sentAndLost, Self.sentAndLost])]) == nil)
        #expect(timeout([Life(requests: [Self.sentAndLost, Self.ignored])]) == nil)
        #expect(timeout([Self.killed(Self.sent), Life(requests: [Self.silent])]) == nil)
        #expect(timeout([Self.killed(Self.sent), Self.killed(Self.sent, attempt: 2), Life()]) == nil)
        #expect(timeout([Self.killed(), Self.killed(attempt: 2), Life()]) == nil)
        // The first attempt's end was recorded, and the second announced.
        #expect(timeout([Self.killed(Self.silent, attempt: 2), Life()]) == nil)
    }

    @Test func nothingElseIsATimeout() {
        #expect(timeout([Life()]) != nil)
        #expect(timeout([Life(requests: [Self.silent])]) != nil)
        #expect(timeout(attempts: 1, [Life(requests: [Self.silent, Self.silent])]) != nil)
        #expect(timeout([Life(requests: [Self.silent, Self.sent])]) != nil)
        #expect(timeout([Life(requests: [Self.silent, Self.refused])]) != nil)
        #expect(timeout([Life(requests: [Self.busy, Self.silent])]) != nil)
        #expect(timeout([Life(requests: [Self.busy, Self.busy])]) != nil)
        #expect(timeout([Self.killed(Self.sent), Life(requests: [Self.sent])]) != nil)
        #expect(timeout([Self.killed(), Self.killed(), Life()]) != nil)
    }

    /// An attempt that no request is known of may have been lost by a reset; these are counted.
    @Test func anAttemptMayBeUnseen() {
        #expect(timeout([Life(requests: [Self.silent])]) == "unseen")
        #expect(timeout([Self.killed(Self.sent), Life()]) == "unseen")
        #expect(timeout([Life()]) == "unseen")
        // The one before that which a kill found.
        #expect(timeout([Self.killed(attempt: 2), Life()]) == "unseen")
        #expect(timeout([Self.killed(Self.sent, attempt: 2), Life()]) == "unseen")
        #expect(timeout(attempts: 3, [Life(requests: [Self.busy, Self.silent])]) == "unseen")
        // Nothing was tried that is not known of.
        #expect(timeout([Life(requests: [Self.silent, Self.busy])]) != "unseen")
        // What is sent again had one unknown end at most.
        #expect(timeout(attempts: 4, [Self.killed(attempt: 3), Life(requests: [Self.busy])]) != "unseen")
        #expect(timeout(attempts: 3, [Self.killed(attempt: 2), Life(requests: [Self.silent])]) == nil)
        #expect(timeout([Self.killed(Self.busy, Self.sent, attempt: 2), Life()]) != "unseen")
        #expect(timeout(attempts: 3, [Self.killed(Self.busy, attempt: 2), Life(requests: [Self.busy])]) != "unseen")
        // What was answered leaves nothing unknown.
        #expect(timeout([Life(requests: [Self.sent])]) != "unseen")
        #expect(timeout([Life(requests: [Self.silent, Self.refused])]) != "unseen")
        #expect(fault("sent", attempts: 2, [Life(requests: [Self.silent])]) != "unseen")
        #expect(fault("expired", code: "EXPIRED", attempts: 2, [Life(requests: [Self.busy])]) != "unseen")
    }

    @Test func timeRunsOutOnlyWhereTheWaitIsLonger() {
        let outOfOrder = Self.answered("ServiceUnavailable")
        #expect(fault("expired", code: "EXPIRED", [outOfOrder]) == nil)
        #expect(fault("expired", code: "EXPIRED", [Self.answered("TooManyRequests", timeLeft: 14)]) == nil)
        #expect(fault("expired", code: "EXPIRED", [Self.answered("TooManyRequests", timeLeft: 16)]) != nil)
        #expect(fault("expired", code: "EXPIRED", attempts: 2, [Self.answered("INTERNAL", timeLeft: 24)]) == nil)
        #expect(fault("expired", code: "EXPIRED", [Self.unserved]) != nil)
        #expect(fault("failed", code: "PROVIDER_UNAVAILABLE", [outOfOrder]) != nil)
        // What may have arrived is not called expired.
        #expect(fault("expired", code: "EXPIRED", attempts: 2, [Self.silent, outOfOrder]) != nil)
        #expect(timeout([Life(requests: [Self.silent, outOfOrder])]) == nil)
        #expect(timeout([Life(requests: [Self.busy, outOfOrder])]) != nil)
        #expect(timeout([Life(requests: [Self.silent, Self.busy])]) != nil)
    }

    @Test func namesAreThereAndStayTheSame() {
        var (first, second) = (Self.silent, Self.sent)
        first.names = ["id", "collapse"]
        second.names = ["id", "other"]
        #expect(fault("sent", [first, second]) != nil)
        second.names = first.names
        #expect(fault("sent", [first, second]) == nil)
        #expect(fault("sent", [Life(requests: [first]), Self.killed(attempt: 2), Life()]) != nil)
        second.names = ["id", ""]
        #expect(fault("sent", [second]) != nil)
    }
}
