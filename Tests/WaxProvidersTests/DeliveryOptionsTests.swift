// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxProviders
import WaxSystem

@Suite struct DeliveryOptionsTests {
    @Test(arguments: [(-1, 0), (0, 0), (2_419_200, 2_419_200), (2_419_201, 2_419_200)])
    func timeToLiveStaysInItsRange(given: Int, taken: Int) {
        #expect(DeliveryOptions(ttlSeconds: given).ttlSeconds == taken)
    }

    @Test func remainingTimeToLive() {
        let options = DeliveryOptions(priority: .normal, ttlSeconds: 60, collapseKey: "k")
        #expect(options.remaining(after: .zero) == options)
        #expect(options.remaining(after: .seconds(-5)) == options)
        #expect(
            options.remaining(after: .milliseconds(59_900))
                == DeliveryOptions(priority: .normal, ttlSeconds: 1, collapseKey: "k"))
        #expect(options.remaining(after: .seconds(60)) == nil)
        #expect(DeliveryOptions(ttlSeconds: 0).remaining(after: .seconds(9)) == DeliveryOptions(ttlSeconds: 0))
    }

    @Test func expiration() {
        let time = Timestamp(milliseconds: 1_800_000_000_999)
        #expect(DeliveryOptions(ttlSeconds: 60).expiration(due: time) == 1_800_000_060)
        #expect(DeliveryOptions(ttlSeconds: 0).expiration(due: time) == 0)
    }

    @Test(arguments: ["a", "order 42~", String(repeating: "x", count: 64)]) func collapseKeys(text: String) {
        #expect(DeliveryOptions.isCollapseKey(text))
    }

    @Test(arguments: ["", " a", "a ", "a\nb", "é", String(repeating: "x", count: 65)]) func noCollapseKeys(text: String)
    {
        #expect(!DeliveryOptions.isCollapseKey(text))
    }
}
