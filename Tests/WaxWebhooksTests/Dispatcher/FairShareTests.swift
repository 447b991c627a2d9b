// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxWebhooks

@Suite struct FairShareTests {
    private func wish(_ webhook: Int64, _ count: Int, failing: Bool = false) -> FairShare.Wish {
        FairShare.Wish(webhook: webhook, count: count, isFailing: failing)
    }

    @Test func everyoneGetsItsTurn() {
        let wishes = [wish(1, 8), wish(2, 1), wish(3, 8)]
        #expect(FairShare.share(wishes, free: 7, freeForFailing: 7) == [1: 3, 2: 1, 3: 3])
        #expect(FairShare.share(wishes, free: 2, freeForFailing: 2) == [1: 1, 2: 1])
        #expect(FairShare.share(wishes, free: 100, freeForFailing: 0) == [1: 8, 2: 1, 3: 8])
    }

    @Test func thoseThatFailLeaveRoomForTheOthers() {
        let dead = (1...100).map { wish($0, 1, failing: true) }
        let shares = FairShare.share(dead + [wish(200, 8)], free: 64, freeForFailing: 32)
        #expect(shares[200] == 8)
        #expect(shares.values.reduce(0, +) == 40)
    }

    @Test func nothingIsSharedOutOfNothing() {
        #expect(FairShare.share([], free: 10, freeForFailing: 10).isEmpty)
        #expect(FairShare.share([wish(1, 3)], free: 0, freeForFailing: 10).isEmpty)
        #expect(FairShare.share([wish(1, 3)], free: -1, freeForFailing: -5).isEmpty)
        #expect(FairShare.share([wish(1, 3, failing: true)], free: 5, freeForFailing: -1).isEmpty)
    }
}
