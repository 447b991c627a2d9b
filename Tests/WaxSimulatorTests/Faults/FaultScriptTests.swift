// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import WaxSimulator

@Suite struct FaultScriptTests {
    private static let tokens = (0..<4000).map { "token \($0)" }

    private func faults(_ script: FaultScript, _ service: SimulatedService = .fcm) -> [Fault?] {
        var table = FaultTable()
        table.run(script)
        return Self.tokens.map { table.next(service: service, token: $0) }
    }

    @Test func comesToItsShareOfTheRequests() {
        let script = FaultScript(
            seed: 7, [FaultScript.Entry(.hold, share: 0.25), FaultScript.Entry(.refuseStream, share: 0.5)])
        let drawn = faults(script)
        #expect((900...1100).contains(drawn.count { $0 == .hold }))
        #expect((1850...2150).contains(drawn.count { $0 == .refuseStream }))
        #expect(faults(script) == drawn)
        #expect(faults(FaultScript(seed: 8, script.entries)) != drawn)
    }

    @Test func staysWithADevice() {
        let script = FaultScript(
            seed: 7,
            [FaultScript.Entry(.answer("A"), share: 0.1, isPerDevice: true), FaultScript.Entry(.hold, share: 0.3)])
        var table = FaultTable()
        table.run(script)
        let rounds = (0..<2).map { _ in Self.tokens.map { table.next(service: .fcm, token: $0) } }
        let devices = rounds.map { $0.map { $0 == .answer("A") } }
        #expect(devices[0] == devices[1])
        #expect((330...470).contains(devices[0].count { $0 }))
        #expect(rounds[0] != rounds[1])
    }

    @Test func keepsToItsService() {
        let script = FaultScript(seed: 7, [FaultScript.Entry(.hold, share: 1, service: .apns)])
        #expect(faults(script, .fcm).allSatisfy { $0 == nil })
        #expect(faults(script, .apns).allSatisfy { $0 == .hold })
    }

    @Test func comesAfterWhatIsOrderedAndEnds() {
        var table = FaultTable()
        table.run(FaultScript(seed: 7, [FaultScript.Entry(.hold, share: 1)]))
        table.add(.refuseStream, service: nil, token: nil, times: 1)
        #expect(table.next(service: .apns, token: nil) == .refuseStream)
        #expect(table.next(service: .apns, token: nil) == .hold)
        table.removeAll()
        #expect(table.next(service: .apns, token: nil) == nil)
    }
}
