// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxWebhooks

@Suite struct RetryScheduleTests {
    @Test func webhooksAreTriedTenTimesOverThreeDays() {
        let schedule = RetrySchedule.webhooks
        let waits = (0...10).map { schedule.wait(afterAttempts: $0, chance: 0.5) }
        let hours = [2, 5, 10, 14, 20, 24].map { Duration.seconds($0 * 3600) }
        #expect(waits == [.zero, .seconds(5), .seconds(300), .seconds(1800)] + hours + [nil])
    }

    @Test func jitterMovesAWaitByATenthAtMost() {
        let schedule = RetrySchedule.webhooks
        #expect(schedule.wait(afterAttempts: 2, chance: 0) == .seconds(270))
        #expect(schedule.wait(afterAttempts: 2, chance: 1) == .seconds(330))
        #expect(schedule.wait(afterAttempts: 0, chance: 1) == .zero)
    }

    @Test func whatTheOtherSideAsksForIsHonoured() {
        let schedule = RetrySchedule.webhooks
        #expect(schedule.wait(afterAttempts: 1, atLeast: .seconds(60), chance: 0.5) == .seconds(60))
        #expect(schedule.wait(afterAttempts: 2, atLeast: .seconds(60), chance: 0.5) == .seconds(300))
        #expect(schedule.wait(afterAttempts: 10, atLeast: .seconds(60), chance: 0.5) == nil)
    }
}
