// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxProviders

@testable import WaxDelivery

@Suite struct LaneDirectoryTests {
    private let providers = FakeProviders(time: ManualTime())
    private let directory: LaneDirectory
    private let request = HTTP2Request(id: 1, path: "/")

    private func key(_ topic: String) -> LaneKey {
        .apns(account: 1, environment: .production, teamID: "T", keyID: "K", publicKey: [], topic: topic)
    }

    init() {
        directory = LaneDirectory(opener: providers) { _ in }
    }

    @Test func aLaneIsOpenedOnceForEachKey() throws {
        for _ in 0..<3 {
            for topic in ["a", "b"] {
                _ = try directory.submit([request], to: key(topic), before: .seconds(9000), now: .zero)
            }
        }
        #expect(providers.opened == [key("a"), key("b")])
        #expect(providers.sent.count == 6)
    }

    @Test func aConnectionIsReplacedOnceHoweverManyAskForIt() throws {
        let first = try directory.submit([request], to: key("a"), before: .seconds(9000), now: .zero)
        for _ in 0..<500 { directory.reconnect(key("a"), generation: first) }
        #expect(providers.reconnected == [key("a")])
        let second = try directory.submit([request], to: key("a"), before: .seconds(9000), now: .zero)
        #expect(second != first)
        directory.reconnect(key("a"), generation: first)
        #expect(providers.reconnected.count == 1)
        directory.reconnect(key("a"), generation: second)
        #expect(providers.reconnected.count == 2)
        directory.reconnect(key("never"), generation: 0)
        #expect(providers.reconnected.count == 2)
    }

    @Test func aLaneThatIsNotUsedIsClosed() throws {
        _ = try directory.submit([request], to: key("a"), before: .seconds(9000), now: .zero)
        _ = try directory.submit([request], to: key("b"), before: .seconds(9000), now: .seconds(1800))
        directory.closeIdle(now: .seconds(3599))
        #expect(providers.closed.isEmpty && directory.count == 2)
        directory.closeIdle(now: .seconds(3600))
        #expect(providers.closed == [key("a")] && directory.count == 1)
        _ = try directory.submit([request], to: key("a"), before: .seconds(9000), now: .seconds(3601))
        #expect(providers.opened.count == 3)
    }

    @Test func aLaneThatCannotBeOpenedIsTriedAgain() throws {
        providers.setReachable(false)
        #expect(throws: FakeProviders.Unreachable.self) {
            try directory.submit([request], to: key("a"), before: .seconds(9000), now: .zero)
        }
        #expect(directory.count == 0)
        providers.setReachable(true)
        _ = try directory.submit([request], to: key("a"), before: .seconds(9000), now: .zero)
        #expect(directory.count == 1)
        directory.close(drain: .seconds(1))
        #expect(providers.closed == [key("a")] && directory.count == 0)
    }
}
