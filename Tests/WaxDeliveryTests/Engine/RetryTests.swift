// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

/// Answers that ask for another attempt, in memory and through the store.
@Suite struct RetryTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
    }

    /// Answers the outcomes in turn, and accepts what comes after.
    private func script(_ outcomes: HTTP2Outcome...) {
        let rest = Locked(outcomes)
        rig.providers.answer { _ in rest.withLock { $0.isEmpty ? .accepted : $0.removeFirst() } }
    }

    private func start(_ platform: Platform = .ios, options: DeliveryOptions = DeliveryOptions()) throws -> Push {
        try rig.store.addDevice(app, "aa", platform, key: DeviceKeys().publicKey)
        let push = try rig.store.addPush(app, options: options)
        rig.run()
        return push
    }

    private func delivery(_ push: Push) throws -> Delivery { try #require(try rig.store.deliveries(push).first) }

    @Test func aRequestThatWasNotProcessedIsSentAgainAsItWas() throws {
        script(.notProcessed(.refused), .notProcessed(.goAway(code: 0)))
        let push = try start()
        #expect(try rig.states(push) == [.sending])
        rig.advance(by: .milliseconds(499))
        #expect(rig.providers.sent.count == 1)
        rig.advance(by: .milliseconds(1))
        #expect(rig.providers.sent.count == 2)
        rig.advance(by: .seconds(1))
        let sent = rig.providers.sent.map(\.request)
        #expect(sent.count == 3 && Set(sent.map(\.body)).count == 1 && Set(sent.map(\.path)).count == 1)
        #expect(try delivery(push).attempts == 3 && delivery(push).state == .sent)
        try rig.checkCounts(push)
    }

    /// All that waited for a connection is told that it is closed: each time is no attempt, or the waits would grow.
    @Test func aRequestWhoseConnectionWasReplacedIsSentAtOnce() throws {
        script(.notProcessed(.closed), .notProcessed(.closed), .notProcessed(.closed))
        let push = try start()
        let sent = rig.providers.sent.map(\.request)
        #expect(sent.count == 4 && Set(sent.map(\.body)).count == 1)
        #expect(try delivery(push).attempts == 1 && delivery(push).state == .sent)
        try rig.checkCounts(push)
    }

    @Test(arguments: [
        (HTTP2Outcome.apns(503, "ServiceUnavailable"), Platform.ios, Int64(900)),
        (.apns(429, "TooManyRequests"), .ios, 60),
        (.apns(500, "InternalServerError"), .ios, 900),
        // The token that is in use serves on: a new one is what Apple complains of.
        (.apns(429, "TooManyProviderTokenUpdates"), .ios, 60),
    ])
    func aLongWaitGivesThePushBack(outcome: HTTP2Outcome, platform: Platform, seconds: Int64) throws {
        script(outcome)
        let push = try start(platform)
        #expect(try rig.states(push) == [.queued] && rig.push(push).state == .sending)
        #expect(try rig.store.integers("SELECT lease_until FROM pushes") == [0])
        #expect(rig.loop.jobs.isEmpty && rig.loop.attempts.isEmpty)
        rig.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(rig.providers.sent.count == 1)
        rig.advance(by: .milliseconds(1))
        #expect(rig.providers.sent.count == 2)
        #expect(try delivery(push).state == .sent && delivery(push).attempts == 2)
        #expect(try rig.push(push).state == .sent)
        let ids = Set(rig.providers.sent.map { $0.request.headers["apns-collapse-id"] })
        #expect(ids == [PublicID(.delivery, push.deliveryID(0)).text])
        #expect(Set(rig.providers.sent.map { $0.request.headers["authorization"] }).count == 1)
        #expect(rig.providers.reconnected.isEmpty)
    }

    @Test func googlesRetryAfterIsHonoured() async throws {
        script(.fcm(503, "UNAVAILABLE", retryAfter: 42))
        let push = try start(.android)
        try await rig.run { try rig.states(push) == [.queued] }
        rig.advance(by: .milliseconds(41_999))
        #expect(rig.providers.sent.count == 1)
        rig.advance(by: .milliseconds(1))
        #expect(try delivery(push).state == .sent)
    }

    @Test func anUnknownOutcomeIsSentOnceMoreUnderTheSameName() throws {
        script(.unknown(.timedOut), .unknown(.connectionLost("reset")))
        let push = try start()
        // It is written down before a second copy goes out.
        #expect(try rig.states(push) == [.queued])
        #expect(try rig.store.integers("SELECT spent FROM deliveries") == [2])
        rig.advance(by: .seconds(1))
        #expect(rig.providers.sent.count == 2)
        #expect(try rig.codes(push) == ["PROVIDER_TIMEOUT"] && rig.states(push) == [.failed])
        for name in ["apns-collapse-id", "apns-id"] {
            #expect(Set(rig.providers.sent.map { $0.request.headers[name] }).count == 1)
        }
        rig.advance(by: .seconds(86_400))
        #expect(rig.providers.sent.count == 2)
        #expect(try rig.push(push).errorCode == "PROVIDER_TIMEOUT")
    }

    @Test func troubleOfManyKindsAddsUpToOneMoreCopy() throws {
        script(.notProcessed(.refused), .unknown(.timedOut), .notProcessed(.refused), .unknown(.timedOut))
        let push = try start()
        for _ in 0..<20 { rig.advance(by: .seconds(10)) }
        #expect(rig.providers.sent.count == 4)
        #expect(try rig.codes(push) == ["PROVIDER_TIMEOUT"])
        #expect(try delivery(push).attempts == 4)
    }

    @Test func attemptsAreUsedUp() throws {
        rig.providers.answer { _ in .apns(503, "ServiceUnavailable") }
        let push = try start()
        for _ in 0..<40 { rig.advance(by: .seconds(600)) }
        #expect(try rig.codes(push) == ["PROVIDER_UNAVAILABLE"])
        #expect(try delivery(push).providerStatus == 503 && delivery(push).providerReason == "ServiceUnavailable")
        // At once, and after 15, 45 and 105 minutes.
        #expect(rig.providers.sent.count == 4)
    }

    @Test func aPushThatExpiresMeanwhileIsNotSentAgain() throws {
        script(.apns(429, "TooManyRequests"))
        let push = try start(options: DeliveryOptions(ttlSeconds: 61))
        #expect(try rig.states(push) == [.queued])
        // Nobody looked for longer than the push lives.
        rig.advance(by: .seconds(61))
        #expect(try rig.states(push) == [.expired] && rig.codes(push) == ["EXPIRED"])
        #expect(rig.providers.sent.count == 1)
        #expect(try rig.push(push).counts == Push.Counts(failed: 1))
        #expect(try delivery(push).attempts == 1)
    }

    @Test func anExpiredProviderTokenIsRenewedOnce() throws {
        script(.apns(403, "ExpiredProviderToken"), .apns(403, "ExpiredProviderToken"))
        // Old enough to be replaced.
        try rig.store.addDevice(app, "bb")
        rig.providers.answer { _ in .accepted }
        _ = try rig.store.addPush(app)
        rig.run()
        let first = try #require(rig.providers.sent.last?.request.headers["authorization"])
        rig.advance(by: .seconds(1201))
        rig.providers.answer { [first] in
            $0.request.headers["authorization"] == first ? .apns(403, "ExpiredProviderToken") : .accepted
        }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.sent])
        #expect(try delivery(push).attempts == 2)
        #expect(rig.providers.sent.last?.request.headers["authorization"] != first)
    }

    @Test func aTokenThatStaysExpiredFailsAndIsReportedOnce() throws {
        rig.providers.answer { _ in .apns(403, "ExpiredProviderToken") }
        for index in 0..<5 { try rig.store.addDevice(app, "b\(index)") }
        let push = try start()
        #expect(try rig.codes(push) == [String?](repeating: "PROVIDER_AUTH_FAILED", count: 6))
        #expect(rig.providers.sent.count == 12)
        #expect(rig.lines.count("clock_wrong") == 1)
    }

    @Test(arguments: [(503, "Shutdown"), (400, "IdleTimeout"), (403, "UnrelatedKeyIdInToken")])
    func aDeadConnectionIsReplacedOnce(status: Int, reason: String) throws {
        let count = Locked(0)
        rig.providers.answer { _ in
            count.withLock { count in
                count += 1
                return count <= 30 ? .apns(status, reason) : .accepted
            }
        }
        for index in 0..<29 { try rig.store.addDevice(app, "b\(index)") }
        let push = try start()
        rig.advance(by: .milliseconds(500))
        #expect(rig.providers.reconnected.count == 1)
        #expect(try rig.states(push).allSatisfy { $0 == .sent })
    }

    @Test func aLaneThatCannotBeOpenedIsTriedAgain() throws {
        rig.providers.setReachable(false)
        let push = try start()
        #expect(try rig.states(push) == [.sending] && rig.providers.sent.isEmpty)
        rig.providers.setReachable(true)
        rig.advance(by: .milliseconds(500))
        #expect(try rig.states(push) == [.sent])
    }
}
