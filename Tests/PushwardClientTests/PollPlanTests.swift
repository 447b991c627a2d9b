// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing

@Suite struct PollPlanTests {
    @Test(
        arguments: [
            (span: 60_000, at: 0, hold: 25), (60_000, 34_000, 25), (60_000, 35_001, 24), (60_000, 59_000, 1),
            (60_000, 59_001, nil), (60_000, 70_000, nil), (1000, 0, 1), (5000, 0, 5),
        ] as [(Int, Int, Int?)]) func holds(_ span: Int, _ at: Int, _ hold: Int?)
    {
        let plan = PollPlan(for: .milliseconds(span), from: .seconds(100))
        #expect(plan.hold(at: .seconds(100) + .milliseconds(at)) == hold)
    }

    @Test(
        arguments: [
            // Held back for a while: at once.
            (isCrowded: false, took: 1000, wasLast: false, at: 10_000, pause: 0), (false, 25_000, false, 25_000, 0),
            // Answered at once: in a while.
            (false, 999, false, 10_000, 2000), (false, 0, false, 59_000, 1000),
            // Too many are held back.
            (true, 0, false, 10_000, 5000), (true, 2000, false, 58_000, 2000),
            // The time is up.
            (false, 5, true, 59_500, nil), (false, 25_000, false, 60_000, nil), (true, 0, false, 60_001, nil),
        ] as [(Bool, Int, Bool, Int, Int?)]) func pauses(
            _ isCrowded: Bool, _ took: Int, _ wasLast: Bool, _ at: Int, _ pause: Int?
        )
    {
        let plan = PollPlan(for: .seconds(60), from: .zero)
        let found = plan.pause(
            isCrowded: isCrowded, took: .milliseconds(took), wasLast: wasLast, at: .milliseconds(at))
        #expect(found == pause.map { .milliseconds($0) })
    }
}
