// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords
import WaxSystem

/// What a receipt decides, without a store.
@Suite struct ReceiptTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func receipt(repeat seconds: Int64 = 60, expire: Int64 = 3600, callback: String? = nil) -> Receipt {
        Receipt(
            notification: 1, account: 1, key: 1, repeatSeconds: seconds, expireSeconds: expire,
            details: ReceiptDetails(collapseID: "c", tags: [], callbackURL: callback), push: nil, now: start)
    }

    private func at(_ seconds: Int64) -> Timestamp { start + .seconds(seconds) }

    @Test func itIsRepeatedUntilItExpires() {
        var receipt = receipt(expire: 150)
        #expect(receipt.expiresAt == at(150))
        #expect(receipt.dueAt == at(60))
        #expect(receipt.turn(at: at(59)) == .nothing)
        #expect(receipt.turn(at: at(60)) == .push)
        #expect(receipt.dueAt == at(120))
        #expect(receipt.turn(at: at(121)) == .push)
        #expect(receipt.repeatsSent == 2)
        // Nobody is disturbed once more at the very end.
        #expect(receipt.dueAt == at(150))
        #expect(receipt.turn(at: at(151)) == .expired)
        #expect(receipt.status == .expired && receipt.endedAt == at(150) && receipt.dueAt == nil)
        #expect(receipt.turn(at: at(152)) == .nothing)
        #expect(receipt.repeatsSent == 2)
    }

    @Test func noMoreThanFiftyRepeats() {
        var receipt = receipt(repeat: 30, expire: 10_800)
        for number in 1...Receipt.repeatLimit { #expect(receipt.turn(at: at(number * 30)) == .push) }
        #expect(receipt.dueAt == at(10_800))
        #expect(receipt.turn(at: at(10_799)) == .nothing)
        #expect(receipt.turn(at: at(10_800)) == .expired)
        #expect(receipt.repeatsSent == 50)
    }

    @Test func repeatsThatWereMissedAreOne() {
        var receipt = receipt()
        #expect(receipt.turn(at: at(1000)) == .push)
        #expect(receipt.repeatsSent == 1)
        #expect(receipt.dueAt == at(1060))
    }

    @Test func oneThatExpiredMeanwhileIsNotRepeated() {
        var receipt = receipt()
        #expect(receipt.turn(at: at(4000)) == .expired)
        #expect(receipt.endedAt == at(3600))
    }

    @Test func theFirstEndIsTheLast() {
        var acknowledged = receipt(callback: "https://a.example")
        #expect(acknowledged.acknowledge(with: "ok", at: at(10)) == true)
        #expect(acknowledged.status == .acknowledged && acknowledged.endedAt == at(10))
        #expect(acknowledged.details.actionID == "ok")
        #expect(acknowledged.acknowledge(with: "other", at: at(11)) == false)
        #expect(acknowledged.cancel(.api, at: at(11)) == false)
        #expect(acknowledged.turn(at: at(5000)) == .nothing)
        #expect(acknowledged.details.actionID == "ok" && acknowledged.cancelReason == nil)
        #expect(acknowledged.callback?.status == .pending)

        var canceled = receipt(callback: "https://a.example")
        #expect(canceled.cancel(.tag, at: at(10)) == true)
        #expect(canceled.status == .canceled && canceled.cancelReason == .tag && canceled.dueAt == nil)
        #expect(canceled.acknowledge(with: "ok", at: at(11)) == false)
        #expect(canceled.callback?.status == .canceled)
    }

    /// Between its time and the turn that says so, a receipt is over already.
    @Test func afterItsTimeNothingCounts() {
        var receipt = receipt()
        #expect(receipt.acknowledge(with: "ok", at: at(3600)) == false)
        #expect(receipt.cancel(.api, at: at(3600)) == false)
        #expect(receipt.acknowledge(with: "ok", at: at(3599)) == true)
    }
}
