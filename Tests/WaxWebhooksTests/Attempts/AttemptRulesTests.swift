// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxSystem

@testable import WaxWebhooks

@Suite struct AttemptRulesTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)
    private static let failure = AttemptVerdict.failed(.status(500), status: 500, retryAfter: nil)
    private let rules = AttemptRules()

    @Test func aSuccessClearsWhatFailedBefore() {
        var health = WebhookHealth(failingSince: Self.start, failedEvents: 3, lastFailureAt: Self.start)
        let now = Self.start + .seconds(60)
        let (next, turnOff) = rules.judge(
            .delivered(status: 200), attempt: 4, health: &health, now: now, chance: 0.5)
        #expect(next == .done)
        #expect(turnOff == nil)
        #expect(health.failingSince == nil)
        #expect(health.failedEvents == 0)
        #expect(health.lastSuccessAt == now)
        #expect(health.lastFailureAt == Self.start)
    }

    @Test func failuresCountEventsAndNotAttempts() {
        var health = WebhookHealth()
        for (attempt, minute) in [(1, 0), (2, 1), (1, 2)] {
            _ = rules.judge(
                Self.failure, attempt: attempt, health: &health, now: Self.start + .seconds(minute * 60), chance: 0)
        }
        #expect(health.failedEvents == 2)
        #expect(health.failingSince == Self.start)
        #expect(health.lastFailureAt == Self.start + .seconds(120))
        #expect(health.lastFailureReason == "HTTP_500")
    }

    @Test func theTenthFailureIsTheLast() {
        var health = WebhookHealth()
        let ninth = rules.judge(Self.failure, attempt: 9, health: &health, now: Self.start, chance: 0.5)
        let tenth = rules.judge(Self.failure, attempt: 10, health: &health, now: Self.start, chance: 0.5)
        #expect(ninth.next == .retry(at: Self.start + .seconds(24 * 3600)))
        #expect(tenth.next == .deadLetter(.status(500)))
        #expect(tenth.turnOff == nil)
    }

    @Test func goneTurnsOffAtOnce() {
        var health = WebhookHealth()
        let (next, turnOff) = rules.judge(.gone, attempt: 1, health: &health, now: Self.start, chance: 0.5)
        #expect(next == .deadLetter(.status(410)))
        #expect(turnOff == .gone)
    }

    @Test func onlyDaysOfFailuresTurnOff() {
        var health = WebhookHealth()
        let days = rules.patience
        func fail(after time: Duration) -> DeactivationReason? {
            rules.judge(Self.failure, attempt: 2, health: &health, now: Self.start + time, chance: 0.5).turnOff
        }
        #expect(fail(after: .zero) == nil)
        #expect(fail(after: days - .milliseconds(1)) == nil)
        #expect(fail(after: days) == .failing)
        health.succeeded(at: Self.start + days)
        #expect(fail(after: days + .seconds(1)) == nil)
    }
}
