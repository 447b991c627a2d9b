// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCommands
import WaxServer

let code = await WaxwingTool.run(Array(CommandLine.arguments.dropFirst()), in: .system)
exit(code.rawValue)
