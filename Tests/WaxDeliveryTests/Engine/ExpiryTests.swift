// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords
import WaxSystem

@testable import WaxDelivery

@Suite struct ExpiryTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig()
        app = try rig.app()
        try rig.store.addDevice(app, "aa")
        try rig.store.addDevice(app, "droid", .android)
    }

    @Test(arguments: [(59, true), (60, false), (4000, false)])
    func aPushThatWaitedTooLongIsNotSent(seconds: Int64, isSent: Bool) async throws {
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 60))
        rig.store.time.advance(by: .seconds(seconds))
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.states(push) == (isSent ? [.sent, .sent] : [.expired, .expired]))
        if !isSent {
            #expect(try rig.codes(push) == ["EXPIRED", "EXPIRED"])
            #expect(try rig.push(push).state == .failed && rig.push(push).errorCode == "EXPIRED")
            #expect(rig.providers.sent.isEmpty)
        }
        try rig.checkCounts(push)
    }

    @Test func theTimeToLiveCountsFromWhenThePushWasDue() async throws {
        let push = try rig.store.addPush(
            app, options: DeliveryOptions(ttlSeconds: 60), at: rig.store.now + .seconds(1000))
        rig.store.time.advance(by: .seconds(1059))
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.push(push).state == .sent)
    }

    /// Google counts from when it gets the message, Apple from a point in time.
    @Test func googleIsToldWhatIsLeft() async throws {
        let start = rig.store.now
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 600))
        rig.store.time.advance(by: .seconds(250))
        try await rig.run { try rig.push(push).state.isFinal }
        let google = try #require(rig.providers.sent.first { $0.lane.provider == .fcm })
        #expect(try OpenedRequest(google.request).body["message"]?["android"]?["ttl"] == "350s")
        let apple = try #require(rig.providers.sent.first { $0.lane.provider == .apns })
        #expect(apple.request.headers["apns-expiration"] == String(start.seconds + 600))
    }

    @Test func aTimeToLiveOfZeroIsOneAttemptWhenItCanBeMade() async throws {
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 0))
        rig.store.time.advance(by: .seconds(500))
        try await rig.run { try rig.push(push).state.isFinal }
        #expect(try rig.push(push).state == .sent)
        let apple = try #require(rig.providers.sent.first { $0.lane.provider == .apns })
        #expect(apple.request.headers["apns-expiration"] == "0")
    }
}
