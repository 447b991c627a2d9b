// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushwardMCP

@Suite struct HeldReadTests {
    @Test(arguments: [(600, 25), (25, 25), (24, 24), (1, 1), (0, nil)] as [(Int, Int?)])
    func aReadIsHeldForWhatIsLeftUpToALimit(seconds: Int, hold: Int?) {
        var reading = HeldRead(for: .seconds(seconds), at: .seconds(100))
        #expect(reading.resumed(at: .seconds(100)) == .read(holding: hold))
    }

    @Test func aHeldReadIsFollowedByTheNext() {
        var reading = HeldRead(for: .seconds(40), at: .seconds(100))
        _ = reading.resumed(at: .seconds(100))
        #expect(reading.unchanged(at: .seconds(125)) == .read(holding: 15))
        #expect(reading.elapsed(at: .milliseconds(125_900)) == 25)
        #expect(reading.unchanged(at: .milliseconds(139_500)) == .read(holding: nil))
        #expect(reading.unchanged(at: .seconds(140)) == .timeUp)
    }

    @Test func anAnswerThatWasNotHeldIsFollowedByAPause() {
        var reading = HeldRead(for: .seconds(40), at: .zero)
        _ = reading.resumed(at: .zero)
        #expect(reading.unchanged(at: .milliseconds(999)) == .pause(.seconds(2)))
        #expect(reading.resumed(at: .seconds(3)) == .read(holding: 25))
        #expect(reading.unchanged(at: .seconds(4)) == .read(holding: 25))
    }

    @Test func aPauseEndsWithTheTime() {
        var reading = HeldRead(for: .seconds(2), at: .zero)
        _ = reading.resumed(at: .zero)
        #expect(reading.unchanged(at: .milliseconds(500)) == .pause(.milliseconds(1500)))
        #expect(reading.resumed(at: .seconds(2)) == .read(holding: nil))
        #expect(reading.unchanged(at: .milliseconds(2001)) == .timeUp)
    }

    @Test func aServerThatHoldsTooManyIsLeftAlone() {
        var reading = HeldRead(for: .seconds(40), at: .zero)
        _ = reading.resumed(at: .zero)
        #expect(reading.holdRefused(at: .milliseconds(10)) == .pause(.seconds(5)))
        #expect(reading.holdRefused(at: .seconds(38)) == .pause(.seconds(2)))
        #expect(reading.holdRefused(at: .seconds(40)) == .timeUp)
    }
}
