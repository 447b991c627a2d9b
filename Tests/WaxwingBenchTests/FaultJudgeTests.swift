// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import waxwing_bench

/// What the judge of a fault run lets pass, and what it must not.
@Suite struct FaultJudgeTests {
    typealias Request = FaultHistory.Request

    private static let sent = Request(end: .answered(reason: nil), wasDelivered: true, isInDoubt: false)
    private static let killed = Request(end: .answered(reason: nil), wasDelivered: true, isInDoubt: true, kill: 0)
    private static let lost = Request(end: .silent, wasDelivered: true, isInDoubt: true)
    private static let refused = Request(
        end: .answered(reason: "BadDeviceToken"), wasDelivered: false, isInDoubt: false)
    private static let busy = Request(end: .answered(reason: "TooManyRequests"), wasDelivered: false, isInDoubt: false)
    private static let unserved = Request(end: .unserved, wasDelivered: false, isInDoubt: false)

    private func fault(
        _ status: String, code: String? = nil, attempts: Int = 1, _ requests: [Request], otherKills: Int = 0
    ) -> String? {
        FaultJudge.fault(
            of: FaultJudge.Record(status: status, errorCode: code, attempts: attempts),
            after: FaultHistory(requests: requests, otherKills: otherKills))
    }

    @Test func rightEndsPass() {
        #expect(fault("sent", [Self.sent]) == nil)
        #expect(fault("sent", [Self.busy, Self.unserved, Self.sent]) == nil)
        #expect(fault("sent", [Self.killed, Self.sent]) == nil)
        #expect(fault("sent", [Self.killed]) == nil)
        #expect(fault("failed", code: "TOKEN_INVALID", [Self.lost, Self.refused]) == nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.lost, Self.lost]) == nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.lost], otherKills: 1) == nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [], otherKills: 2) == nil)
        #expect(fault("expired", code: "EXPIRED", [Self.busy]) == nil)
    }

    @Test func duplicatesDoNot() {
        #expect(fault("sent", [Self.sent, Self.sent]) != nil)
        #expect(fault("sent", [Self.lost, Self.lost, Self.sent]) != nil)
        #expect(fault("sent", [Self.refused, Self.sent]) != nil)
        let silent = Request(end: .silent, wasDelivered: false, isInDoubt: true)
        #expect(fault("sent", [silent, silent, silent, Self.sent]) != nil)
    }

    @Test func wrongRecordsDoNot() {
        #expect(fault("failed", code: "TOKEN_INVALID", [Self.sent]) != nil)
        #expect(fault("sent", [Self.refused]) != nil)
        #expect(fault("failed", code: "TOKEN_UNREGISTERED", [Self.refused]) != nil)
        #expect(fault("queued", [Self.sent]) != nil)
        #expect(fault("sent", []) != nil)
        #expect(fault("sent", [Self.lost]) != nil)
        #expect(fault("expired", code: "EXPIRED", [Self.sent]) != nil)
    }

    @Test func timeoutsNeedTwoUnknownAttempts() {
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.lost]) != nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 1, [Self.lost, Self.lost]) != nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.lost, Self.sent]) != nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, []) != nil)
    }

    @Test func timeMayRunOutAfterOneUnknownAttempt() {
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.lost, Self.busy]) == nil)
        #expect(fault("failed", code: "PROVIDER_TIMEOUT", attempts: 2, [Self.busy, Self.busy]) != nil)
    }

    @Test func namesStayTheSame() {
        var (first, second) = (Self.lost, Self.sent)
        first.names = ["id", "collapse"]
        second.names = ["id", "other"]
        #expect(fault("sent", [first, second]) != nil)
        second.names = first.names
        #expect(fault("sent", [first, second]) == nil)
    }
}
