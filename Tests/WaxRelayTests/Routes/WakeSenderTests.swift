// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP

@testable import WaxRelay

@Suite struct WakeSenderTests {
    /// What `SealedWakeSender` makes is taken as it is: who is named is woken, and what fills the call wakes nobody.
    @Test(arguments: [(1, 16, 15), (3, 1, 1), (0, 4, 4)])
    func callsOfASender(count: Int, least: Int, decoys: Int64) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let devices = (0..<count).map { relay.device("\($0)") }
        let list = relay.keeper.current.plan.list(hour: relay.hour)
        var sender = SealedWakeSender()
        sender.leastTokens = least
        let calls = try sender.calls(waking: devices.map { try relay.token($0) }, sealedTo: list, hour: relay.hour)
        for call in calls {
            #expect(try await relay.call("POST", "/v1/sealed/wake", call.body) == RelayAnswer.accepted)
        }
        relay.settle()
        #expect(devices.allSatisfy { relay.messages($0).count == 1 } && relay.sender.sent.count == count)
        #expect(relay.sender.sent.allSatisfy(\.isVisible) && relay.metrics.value(.decoys) == decoys)
    }
}
