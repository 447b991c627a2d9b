// SPDX-License-Identifier: Apache-2.0
import Glibc
import PushwardCommands
import PushwardMCP
import WaxCommands

let code = await PushwardTool(entries: [MCPCommand.entry, ActionCommand.entry]).run(
    Array(CommandLine.arguments.dropFirst()), in: .system)
exit(code.rawValue)
