// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxPersonal

/// What the answer says about the devices.
@Suite struct PushOutcomeTests {
    private static func rig(_ devices: [String], wait: Duration = .seconds(30)) async throws -> PersonalRig {
        var options = PersonalService.Options()
        options.deliveryWait = wait
        let rig = try PersonalRig(options)
        try rig.setCredentials()
        for device in devices { try await rig.register(device) }
        rig.store.time.advance(by: .seconds(1))
        return rig
    }

    @Test(
        arguments: [
            (["aa", "bb"], true, "all", nil), (["aa", "dead"], true, "partial", "apns_rejected"),
            (["dead", "deadbeef"], false, "none", "apns_rejected"), ([], false, "none", "no_apns_token"),
        ] as [([String], Bool, String, String?)])
    func isTold(_ devices: [String], _ isPushed: Bool, _ delivery: String, _ reason: String?) async throws {
        let rig = try await Self.rig(devices)
        let answer = try await rig.whileSending(through: PlayedProviders()) { try await rig.notify() }
        #expect(answer.status == 201)
        #expect(answer["pushed"] == .bool(isPushed))
        #expect(answer.string("delivery") == delivery)
        #expect(answer.string("reason") == reason)
        let list = try await rig.call("GET", "/notifications", key: rig.token)
        #expect(list["items"]?[0]?["pushed"] == .bool(isPushed))
    }

    @Test func aDeviceThatIsGoneIsNotTriedAgain() async throws {
        let rig = try await Self.rig(["dead"])
        let reasons = try await rig.whileSending(through: PlayedProviders()) {
            [try await rig.notify().string("reason"), try await rig.notify().string("reason")]
        }
        #expect(reasons == ["apns_rejected", "no_apns_token"])
    }

    /// A provider that does not answer holds the answer up no longer than the operator lets it: then it says what is known.
    @Test func aSlowProvider() async throws {
        let rig = try await Self.rig(["aa", "5100"], wait: .seconds(5))
        let providers = PlayedProviders()
        let answer = try await rig.whileSending(through: providers) {
            async let answer = rig.notify()
            while providers.received.count < 2 { await Task.yield() }
            while try rig.store.integers("SELECT count(*) FROM pushes WHERE sent = 1") != [1] { await Task.yield() }
            while rig.waiting != 1 { await Task.yield() }
            rig.store.time.advance(by: .seconds(5))
            rig.wake()
            return try await answer
        }
        #expect(answer.status == 201)
        #expect(answer["pushed"] == true)
        #expect(answer["delivery"] == nil && answer["reason"] == nil)
    }

    @Test func noTimeToWait() async throws {
        let rig = try await Self.rig(["aa"], wait: .zero)
        let answer = try await rig.notify()
        #expect(answer["pushed"] == false && answer["delivery"] == nil && answer["reason"] == nil)
        #expect(rig.wakeCount == 1)
    }
}
