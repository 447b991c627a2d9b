// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCommands

let code = await SimulatorTool.run(Array(CommandLine.arguments.dropFirst()), in: .system)
exit(code.rawValue)
