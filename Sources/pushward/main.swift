// SPDX-License-Identifier: Apache-2.0
import Glibc
import PushwardCommands
import WaxCommands

let code = await PushwardTool().run(Array(CommandLine.arguments.dropFirst()), in: .system)
exit(code.rawValue)
