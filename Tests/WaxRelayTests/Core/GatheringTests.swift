// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxSystem

@testable import WaxRelay

/// What becomes of wakes that were gathered for a device.
@Suite struct GatheringTests {
    /// What is gathered shows something only if one of its senders asked for it with a token that allows it itself.
    @Test(arguments: [
        ([("silent", true), ("alert", false), ("silent", true)], false), ([("silent", true), ("silent", true)], false),
        ([("alert", true), ("alert", true), ("silent", false)], true), ([("alert", false), ("alert", false)], false),
    ])
    func gatheredWakesNeedTheOwnersLeave(wakes: [(String, Bool)], isVisible: Bool) async throws {
        var limits = TestRelay.wide
        (limits.alertBurst, limits.silentSeconds) = (1, 30)
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        _ = try await relay.wake([relay.token(device, for: 200)])
        for (index, (kind, isAllowed)) in wakes.enumerated() {
            _ = try await relay.wake(
                [relay.token(device, for: UInt8(index)) { $0.policy = isAllowed ? .visibleFallback : [] }], kind)
        }
        relay.settle()
        relay.pass(.seconds(600))
        #expect(relay.sender.sent.last?.isVisible == isVisible)
        #expect(relay.sender.sent.filter(\.isVisible).isEmpty == !isVisible)
    }

    /// A push that is tried again shows nothing once the only token that allows it is revoked.
    @Test func theLeaveIsRevoked() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let secret = [UInt8](repeating: 4, count: 32)
        _ = try await relay.wake([relay.token(device, for: 1)])
        _ = try await relay.wake([relay.token(device, for: 2) { $0.policy = [] }])
        relay.settle()
        let token = try relay.token(device, for: 3) { $0.revocationTag = SealedTokenProof.revocationTag(of: secret) }
        relay.sender.answer(.again(after: .seconds(100)))
        _ = try await relay.wake([token], "alert")
        relay.settle()
        #expect(
            try await relay.revoke(token, secret)
                == RelayAnswer.accepted)
        relay.pass(.seconds(130))
        #expect(relay.sender.sent.map(\.isVisible) == [false, true, false])
        #expect(relay.messages(device).last?.references == [TestDevice.reference(2)])
    }

    /// What is gathered to be shown and no longer counts leaves what else was gathered.
    @Test func aRevokedPartLeavesTheOther() async throws {
        var limits = TestRelay.wide
        limits.alertBurst = 1
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        let secret = [UInt8](repeating: 4, count: 32)
        _ = try await relay.wake([relay.token(device, for: 1)])
        _ = try await relay.wake([relay.token(device, for: 2)], "alert")
        let token = try relay.token(device, for: 3) { $0.revocationTag = SealedTokenProof.revocationTag(of: secret) }
        _ = try await relay.wake([token], "alert")
        _ = try await relay.wake([relay.token(device, for: 4)])
        relay.settle()
        #expect(
            try await relay.revoke(token, secret)
                == RelayAnswer.accepted)
        relay.pass(.seconds(1300))
        #expect(relay.messages(device).map { $0.references.map(\.[0]) } == [[1], [2], [4]])
        #expect(relay.engine.state.withLock { $0.counter.shares.count } == 0)
    }

    /// What was gathered and came to nothing may be sent again, each part of it.
    @Test(arguments: [WakeOutcome.rejected(reason: ""), .dead])
    func gatheredWakesThatComeToNothing(outcome: WakeOutcome) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let tokens = try (UInt8(1)...4).map { try relay.token(relay.device(), for: $0) }
        func wake(_ index: Int, _ kind: String) async throws {
            _ = try await relay.wake([tokens[index]], kind, nonce: [UInt8](repeating: 5, count: 16))
            relay.settle()
        }
        relay.sender.answer(.delivered, outcome)
        for index in 0..<4 { try await wake(index, index == 3 ? "alert" : "silent") }
        #expect(relay.sender.sent.count == 2 && relay.metrics.value(.gathered) == 2)
        for index in 1..<4 { try await wake(index, "alert") }
        #expect(relay.metrics.value(.repeated) == 0)
        try await wake(0, "silent")
        #expect(relay.metrics.value(.repeated) == 1)
    }

    /// So may what was gathered for a device that turns out to be gone, or whose tokens no longer count.
    @Test(arguments: [true, false])
    func whatIsDroppedWhenDue(isDead: Bool) async throws {
        var limits = TestRelay.wide
        limits.silentSeconds = 60
        let relay = try TestRelay(limits: limits)
        let device = relay.device()
        let token = try relay.token(device, for: 2)
        let nonce = [UInt8](repeating: 5, count: 16)
        _ = try await relay.wake([relay.token(device, for: 1)])
        _ = try await relay.wake([token], nonce: nonce)
        relay.settle()
        #expect(relay.metrics.value(.gathered) == 1)
        if isDead {
            let opened = try relay.opener.open(token, hour: relay.hour)
            relay.engine.state.withLock { state in
                let key = state.keys.snapshot.pair(of: opened.deviceMessage())
                state.counter.noteDead(WakeCounter.Keys(device: key, inbox: key), now: relay.engine.now)
            }
        } else {
            #expect(
                try await relay.revoke(token, device.secret)
                    == RelayAnswer.accepted)
        }
        relay.pass(.seconds(120))
        #expect(relay.sender.sent.count == 1 && relay.engine.state.withLock { $0.counter.shares.count } == 0)
        _ = try await relay.wake([token], nonce: nonce)
        relay.settle()
        #expect(relay.metrics.value(.repeated) == 0)
    }

    /// There is a meter for each device of a day or two, and one for each contact.
    @Test func meters() {
        #expect(MemoryLayout<DeviceMeter>.stride == 64 && MemoryLayout<InboxMeter>.stride == 24)
        var meter = DeviceMeter()
        #expect(meter.gathering == nil && meter.isOver(now: 0))
        meter.gathering = 1
        #expect(meter.gathering == 1 && !meter.isOver(now: 0))
        meter.gathering = nil
        meter.block(until: 10, now: 0)
        meter.block(until: 5, now: 0)
        #expect(!meter.isOver(now: 9) && meter.isOver(now: 10))
        let rules = RelayRules(RelayLimits())
        #expect(meter.wait(isVisible: true, rules, now: 7) == 3 && meter.waitAgain(rules, now: 12) == 0)
    }
}
