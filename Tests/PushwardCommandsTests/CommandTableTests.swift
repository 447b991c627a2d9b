// SPDX-License-Identifier: Apache-2.0
import PushwardCommands
import Testing
import WaxCommands

@Suite struct CommandTableTests {
    @Test func tableHoldsTogether() {
        #expect(PushwardTool().tool.root.problems.isEmpty)
    }
}
