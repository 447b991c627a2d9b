// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON

@testable import WaxRelay

@Suite struct DelayTests {
    @Test(arguments: [(UInt8(1), 5), (2, 30), (3, 120), (4, 600)])
    func withinTheStepAndInBatches(step: UInt8, seconds: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let count = 40
        for index in 0..<count {
            _ = try await relay.wake([
                relay.token(relay.device("\(index)")) {
                    $0.policy = .mayDelay
                    $0.delay = step
                }
            ])
        }
        relay.settle()
        #expect(relay.metrics.value(.delayed) == Int64(count))
        var times: [Int] = []
        var seen = relay.sender.sent.count
        for tenth in 0..<(seconds * 10 + 10) {
            relay.pass(.milliseconds(100))
            if relay.sender.sent.count > seen {
                times.append(tenth)
                seen = relay.sender.sent.count
            }
        }
        #expect(relay.sender.sent.count == count)
        // Five batches, or six where the first moment lies inside of a part.
        #expect(times.count >= 3 && times.count <= 6)
        let order = relay.sender.sent.map { String(decoding: $0.token, as: UTF8.self) }
        #expect(order != (0..<count).map { "\($0):token" })
    }

    /// Without the owner's leave nothing is held back.
    @Test func onlyWithLeave() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        _ = try await relay.wake([relay.token { $0.delay = 4 }])
        relay.settle()
        #expect(relay.sender.sent.count == 1)
    }

    /// What is revoked while it waits does not go out: it is opened again.
    @Test func whatIsRevokedMeanwhileStays() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let token = try relay.token(device) {
            $0.policy = .mayDelay
            $0.delay = 4
        }
        _ = try await relay.wake([token])
        relay.settle()
        #expect(
            try await relay.revoke(token, device.secret)
                == RelayAnswer.accepted)
        relay.pass(.seconds(700))
        #expect(relay.sender.sent.isEmpty && relay.metrics.value(.revoked) == 1)
    }
}
