// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// Engines that end without a word, and those that come after them.
@Suite struct CrashTests {
    private let rig: EngineRig
    private let app: PushApp

    init() throws {
        rig = try EngineRig { $0.pageSize = 5 }
        app = try rig.app()
        for index in 0..<10 { try rig.store.addDevice(app, "a\(index)", key: DeviceKeys().publicKey) }
    }

    @Test func whatWasBeingSentIsSentOnceMoreAndThenNoMore() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(rig.providers.held.count == 10)
        let second = try rig.restarted()
        second.providers.hold()
        second.run()
        #expect(second.providers.sent.count == 10)
        // Sealed anew, under the same name.
        let (before, after) = (rig.providers.sent.map(\.request), second.providers.sent.map(\.request))
        #expect(Set(before.map(\.body)).isDisjoint(with: Set(after.map(\.body))))
        for name in ["apns-collapse-id", "apns-id"] {
            #expect(Set(before.map { $0.headers[name] }) == Set(after.map { $0.headers[name] }))
        }
        #expect(try second.store.deliveries(push).allSatisfy { $0.attempts == 2 && $0.state == .sending })
        let third = try second.restarted()
        third.run()
        #expect(third.providers.sent.isEmpty)
        #expect(try third.codes(push) == [String?](repeating: "PROVIDER_TIMEOUT", count: 10))
        #expect(try third.push(push).state == .failed && third.push(push).errorCode == "PROVIDER_TIMEOUT")
        try third.checkCounts(push)
    }

    /// Its time is over before it can be sent again, but it was sent: it is neither expired nor refunded.
    @Test func whatMayHaveArrivedDoesNotExpire() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app, options: DeliveryOptions(ttlSeconds: 60))
        rig.run()
        rig.store.time.advance(by: .seconds(61))
        let second = try rig.restarted()
        second.run()
        #expect(second.providers.sent.isEmpty)
        #expect(try second.codes(push) == [String?](repeating: "PROVIDER_TIMEOUT", count: 10))
        #expect(try second.states(push) == [DeliveryState](repeating: .failed, count: 10))
        try second.checkCounts(push)
    }

    @Test func fanOutGoesOnWhereItWas() throws {
        rig.providers.hold()
        // The limit leaves the push in the middle of its devices.
        let small = try EngineRig(store: rig.store) {
            $0.pageSize = 3
            $0.attemptsInFlight = 6
        }
        small.providers.hold()
        let push = try rig.store.addPush(app)
        small.run()
        #expect(small.providers.held.count == 3)
        #expect(try small.store.deliveries(push).count == 3)
        let second = try small.restarted()
        second.run()
        #expect(try second.push(push).state == .sent && second.push(push).deviceCount == 10)
        #expect(second.providers.sent.count == 10)
        #expect(Set(second.providers.sent.map(\.request.path)).count == 10)
        try second.checkCounts(push)
    }

    @Test func whatIsFinalStaysFinal() throws {
        rig.providers.answer { sent in
            switch sent.request.path.last {
            case "1": .apns(400, "BadDeviceToken")
            case "2": .apns(503, "ServiceUnavailable")
            case "3": nil
            default: .accepted
            }
        }
        let push = try rig.store.addPush(app)
        rig.run()
        let second = try rig.restarted()
        second.run()
        // Only the one whose outcome was not known; the other waits for its time.
        #expect(second.providers.sent.map(\.request.path) == ["/3/device/a3"])
        #expect(try second.states(push)[1...3] == [.failed, .queued, .sent])
        #expect(try second.push(push).state == .sending)
        second.advance(by: .seconds(900))
        #expect(try second.push(push).state == .sent)
        #expect(try second.push(push).counts == Push.Counts(sent: 9, failed: 1))
        try second.checkCounts(push)
    }

    @Test func anotherProcessTakesOverWhenTheLeaseIsOver() throws {
        rig.providers.hold()
        let push = try rig.store.addPush(app)
        rig.run()
        // No restart: the leases are not forgotten.
        let other = try EngineRig(store: rig.store)
        other.run()
        #expect(other.providers.sent.isEmpty)
        other.advance(by: .seconds(60))
        #expect(other.providers.sent.count == 10)
        #expect(try other.push(push).state == .sent)
    }

    @Test func deliveriesInTheMiddleOfTheirRetriesAreNotSentMoreOften() throws {
        rig.providers.answer { _ in .unknown(.timedOut) }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push).allSatisfy { $0 == .queued })
        let second = try rig.restarted()
        second.providers.hold()
        second.advance(by: .seconds(2))
        #expect(second.providers.sent.count == 10)
        // The second copy of each is on its way when this one ends, too.
        let third = try second.restarted()
        third.run()
        #expect(third.providers.sent.isEmpty)
        #expect(try third.codes(push).allSatisfy { $0 == "PROVIDER_TIMEOUT" })
    }
}
