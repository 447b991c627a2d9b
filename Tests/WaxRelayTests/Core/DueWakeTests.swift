// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxSystem

@testable import WaxRelay

/// What is due, and what happens to it while it is looked at.
@Suite struct DueWakeTests {
    private let relay: TestRelay

    init() throws { relay = try TestRelay(limits: TestRelay.wide) }

    private func key(_ byte: UInt8) -> LimitKey { LimitKey([UInt8](repeating: byte, count: 32)) }

    private func pair(_ byte: UInt8) -> LimitKeyPair { LimitKeyPair(current: key(byte), previous: nil) }

    private func wake(_ contact: UInt8, isVisible: Bool = false) throws -> PendingWake {
        PendingWake(
            try relay.token(for: contact), from: SenderCode(ClientKey(nil)), isVisible: isVisible, since: 0,
            guardKey: key(contact))
    }

    /// Another thread gathers a wake while the one that is due is opened: neither is lost, and none goes out unopened.
    @Test func whatChangesWhileItIsOpened() throws {
        var counter = WakeCounter(TestRelay.wide)
        let keys = WakeCounter.Keys(device: pair(1), inbox: pair(2))
        guard case .send = counter.decide(try wake(1), keys: keys, now: 0) else { return #expect(Bool(false)) }
        let (silent, visible) = (try wake(2), try wake(3, isVisible: true))
        guard case .wait(let id, let due, true) = counter.decide(silent, keys: keys, now: 0) else {
            return #expect(Bool(false))
        }
        let first = try #require(counter.takeDue(id, now: due))
        guard case .wait(id, due, false) = counter.gather(visible, keys: keys, due: due) else {
            return #expect(Bool(false))
        }
        guard case .changed = counter.decideDue(id, first, keys: keys, now: due) else { return #expect(Bool(false)) }
        let second = try #require(counter.takeDue(id, now: due))
        guard case .send(let all) = counter.decideDue(id, second, keys: keys, now: due) else {
            return #expect(Bool(false))
        }
        #expect(second.isVisible && all.isVisible)
        #expect(all.held.map(\.token) == (silent.held + visible.held).map(\.token))
        guard case .changed = counter.decideDue(id, second, keys: keys, now: due) else { return #expect(Bool(false)) }
        #expect(counter.takeDue(id, now: due) == nil && counter.shares.count == 0)
    }

    /// However many silent wakes wait, a visible one that comes to them stays visible, and is named.
    @Test(arguments: [1, 7, 8, 9, 40])
    func aVisibleWakeAmongManySilentOnes(silent: Int) async throws {
        let device = relay.device()
        for contact in 0...silent {
            _ = try await relay.wake([relay.token(device, for: UInt8(contact + 1)) { $0.policy = [] }])
        }
        relay.settle()
        #expect(relay.sender.sent.map(\.isVisible) == [false])
        _ = try await relay.wake([relay.token(device, for: 100)], "alert")
        relay.settle()
        #expect(relay.sender.sent.map(\.isVisible) == [false, true])
        let message = try #require(relay.messages(device).last)
        #expect(message.references.last == TestDevice.reference(100) && message.references.count == min(8, silent + 1))
        #expect(message.flags.contains(.syncAll) == (silent > 7))
    }

    /// What is due and what is in the queue take turns, token for token.
    @Test func dueWakesAndTheQueueTakeTurns() throws {
        var state = RelayState(TestRelay.wide, random: SystemRandom(), now: .zero)
        let held = try wake(1)
        for order in 0..<30 { state.put(.again(held, device: key(1)), at: 0, order: UInt64(order)) }
        let client = ClientKey(nil)
        let jobs = (0..<20).map { _ in
            RelayJob(
                token: held.held[0].token, work: .enrol, client: client, sender: SenderCode(client), notBefore: 0)
        }
        let isTaken = state.take(jobs, of: client)
        #expect(isTaken)
        var order = ""
        loop: while true {
            switch state.next(now: .zero) {
            case .due: order += "d"
            case .jobs(let jobs): order += "\(jobs.count)"
            case .wait: break loop
            }
        }
        let eight = String(repeating: "d", count: 8)
        #expect(order == "d8\(eight)8\(eight)4" + String(repeating: "d", count: 13))
    }
}
