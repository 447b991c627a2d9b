// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxRecords
import WaxSystem

@testable import WaxDelivery

@Suite struct PushProgressTests {
    private func progress(next: Int64 = 0, fanOut: FanOutCursor? = .start) -> PushProgress {
        PushProgress(
            PushClaim(
                push: 1, epoch: 1, leaseUntil: Timestamp(milliseconds: 0), fanOut: fanOut, nextDelivery: next))
    }

    private let middle = FanOutCursor(position: 0, device: 4)

    @Test func aNewPushFansOutAndSettles() {
        var progress = progress()
        #expect(progress.next(capacity: 5) == .fanOut(.start))
        #expect(progress.next(capacity: 0) == .wait)
        progress.fannedOut(to: middle, made: 3)
        progress.began(2)
        #expect(progress.nextDelivery == 3 && progress.underWay == 2 && !progress.isComplete)
        #expect(progress.next(capacity: 5) == .fanOut(middle))
        progress.fannedOut(to: nil, made: 1)
        #expect(progress.isComplete && progress.nextDelivery == 4)
        #expect(progress.next(capacity: 5) == .wait)
        progress.ended()
        #expect(progress.next(capacity: 0) == .wait)
        progress.ended()
        #expect(progress.next(capacity: 0) == .settle)
    }

    @Test func whatWasLeftUnfinishedComesFirst() {
        var progress = progress(next: 10, fanOut: middle)
        #expect(progress.next(capacity: 1) == .recover(after: -1))
        #expect(progress.next(capacity: 0) == .wait)
        progress.recovered(upTo: 6)
        #expect(progress.next(capacity: 1) == .recover(after: 6))
        progress.recovered(upTo: nil)
        #expect(progress.next(capacity: 1) == .fanOut(middle))
        progress.fannedOut(to: nil, made: 2)
        #expect(progress.nextDelivery == 12)
        #expect(progress.next(capacity: 1) == .settle)
    }

    @Test func aPushThatIsFannedOutOnlyRecovers() {
        var progress = progress(next: 10, fanOut: nil)
        progress.recovered(upTo: nil)
        #expect(progress.isComplete && progress.next(capacity: 0) == .settle)
    }

    @Test func nothingIsDoneForAPushWithoutDevices() {
        let progress = progress(fanOut: nil)
        #expect(progress.next(capacity: 0) == .settle)
    }

    @Test func anAbandonedPushWaitsForWhatIsUnderWay() {
        var progress = progress()
        progress.fannedOut(to: middle, made: 2)
        progress.began(2)
        progress.abandon()
        #expect(progress.next(capacity: 9) == .wait)
        // A page that was on its way changes nothing.
        progress.fannedOut(to: middle, made: 1)
        progress.recovered(upTo: 3)
        #expect(progress.isComplete)
        progress.ended(2)
        #expect(progress.next(capacity: 9) == .settle)
    }
}
