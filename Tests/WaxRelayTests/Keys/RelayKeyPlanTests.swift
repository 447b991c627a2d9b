// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope

@testable import WaxRelay

@Suite struct RelayKeyPlanTests {
    private func makeKey() throws -> RelayPublicKey {
        try #require(RelayPublicKey(P256.KeyAgreement.PrivateKey().publicKey, relay: "push.example"))
    }

    /// Two years, an hour at a time: there is always one key to seal to, the next one is known a week ahead, and none is
    /// kept for longer than it may open.
    @Test func overTwoYears() throws {
        var plan = RelayKeyPlan(relay: "push.example")
        var known: [RelayKeyID: UInt32] = [:]
        var serial: UInt64 = 0
        for hour in UInt32(1000)..<1000 + 2 * 365 * 24 {
            let isDue = plan.isDue(hour: hour)
            try plan.advance(hour: hour) { try makeKey() }
            #expect(isDue == (plan.serial != serial))
            serial = plan.serial
            let active = plan.entries.filter { $0.state(hour: hour) == .active }
            try #require(active.count == 1 && plan.entries.count <= 4)
            #expect(plan.entries.allSatisfy { $0.openUntil > hour && $0.openUntil == $0.sealUntil + 1128 })
            for entry in plan.entries where known[entry.key.keyID] == nil { known[entry.key.keyID] = hour }
            let since = try #require(known[active[0].key.keyID])
            #expect(since == 1000 || active[0].sealFrom >= since + 168)
            // A token that was sealed at the last moment opens as long as it lives.
            #expect(active[0].openUntil >= hour + SealedTokenContent.maximumLifetime)
        }
        #expect(known.count == 25 || known.count == 26)
    }

    @Test func rotation() throws {
        var plan = RelayKeyPlan(relay: "push.example")
        try plan.advance(hour: 100) { try makeKey() }
        let first = plan.entries[0]
        try plan.rotate(hour: 200) { try makeKey() }
        #expect(plan.entries.map { $0.state(hour: 200) } == [.retiring, .active])
        #expect(plan.entries[0].key == first.key && plan.entries[0].openUntil == 200 + 1128)
        try plan.rotate(hour: 201) { try makeKey() }
        // A third one would fill the list until long after its key has ended.
        let before = plan
        let error = #expect(throws: RelayError.self) { try plan.rotate(hour: 202) { try makeKey() } }
        #expect(error?.description.contains("until the oldest ends, at 1970-02-25T08:00Z, or revoke it") == true)
        #expect(plan == before)
        try plan.rotate(hour: 200 + 1128) { try makeKey() }
        #expect(plan.active(hour: 200 + 1128)?.sealFrom == UInt32(1328))
    }

    /// Rotations at any time over two years, as often as they are allowed: there is always a key to seal to.
    @Test(arguments: [UInt64(1), 2, 3])
    func rotationsLeaveNoGap(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let key = try makeKey()
        var plan = RelayKeyPlan(relay: "push.example")
        var (made, refused) = (0, 0)
        for hour in UInt32(1000)..<1000 + 2 * 365 * 24 {
            plan.advance(hour: hour) { key }
            if Int.random(in: 0..<100, using: &generator) == 0 {
                do {
                    try plan.rotate(hour: hour) { key }
                    made += 1
                } catch is RelayError {
                    refused += 1
                }
            }
            try #require(plan.active(hour: hour) != nil && plan.entries.count <= 4)
        }
        #expect(made > 10 && refused > 10)
    }

    @Test func revocation() throws {
        var plan = RelayKeyPlan(relay: "push.example")
        try plan.advance(hour: 100) { try makeKey() }
        try plan.advance(hour: 700) { try makeKey() }
        #expect(plan.entries.map { $0.state(hour: 700) } == [.active, .next])
        let next = plan.entries[1].key
        try plan.revoke(plan.entries[0].key.keyID, hour: 700) { try makeKey() }
        #expect(plan.entries.map(\.key) == [next] && plan.active(hour: 700)?.key == next)
        let serial = plan.serial
        try plan.revoke(next.keyID, hour: 701) { try makeKey() }
        #expect(plan.entries.count == 1 && plan.active(hour: 701)?.key != next && plan.serial == serial + 1)
        #expect(throws: RelayError.self) { try plan.revoke(next.keyID, hour: 701) { try makeKey() } }
    }
}
