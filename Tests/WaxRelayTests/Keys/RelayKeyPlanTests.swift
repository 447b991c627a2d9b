// SPDX-License-Identifier: Apache-2.0
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
        for hour in [UInt32(201), 202] { try plan.rotate(hour: hour) { try makeKey() } }
        #expect(throws: RelayError.self) { try plan.rotate(hour: 203) { try makeKey() } }
        #expect(plan.entries.count == 4)
        try plan.rotate(hour: 200 + 1128) { try makeKey() }
        #expect(plan.entries.count == 4)
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
