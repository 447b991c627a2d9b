// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// One push while everything fails that can, and the server is killed three times: a shorter run of `./bench faults`.
@Suite(.bounded, .timeLimit(.minutes(6))) struct FaultRunTests {
    @Test func everyDeliveryIsFinalAndRight() async throws {
        let directory = try TemporaryDirectory()
        let program = URL(fileURLWithPath: WaxwingProcess.executable).deletingLastPathComponent()
            .appendingPathComponent("waxwing-bench").path
        let run = try ChildProcess([program, "faults", "--devices", "6000", "--directory", directory.path])
        let end = try await run.end(within: .seconds(300))
        #expect(end == .exited(0), "\(run.output)\(run.errors)")
        #expect(run.output.contains("RESULT fault_deliveries=6000\n"))
    }
}
