// SPDX-License-Identifier: Apache-2.0
import PushwardCommands
import TestSupport
import Testing
import WaxCommands
import WaxSystem

@testable import PushwardMCP

@Suite struct MCPCommandTests {
    /// With either transport, nothing is served that would send readable text, or be refused by the server.
    @Test(
        arguments: [[], ["--http", "127.0.0.1:0"]],
        [
            (["PUSHWARD_E2E_KEY": "abc"], 2, "PUSHWARD_E2E_KEY: the encryption key must be 64 hexadecimal characters"),
            (["PUSHWARD_E2E_KEY": "hlk_0123456789"], 2, "PUSHWARD_E2E_KEY: this is an API key"),
            (["PUSHWARD_API_TOKEN": ""], 3, "no API key"),
            (["PUSHWARD_API_TOKEN": "a b"], 2, "PUSHWARD_API_TOKEN: an API"),
            (["PUSHWARD_API_URL": "http://push.example.org"], 2, "PUSHWARD_API_URL must begin with https://"),
        ] as [([String: String], Int32, String)])
    func aSettingThatIsBrokenStopsTheStart(
        arguments: [String], row: (variables: [String: String], code: Int32, message: String)
    ) async throws {
        let folder = try TemporaryDirectory()
        let variables = [
            "PUSHWARD_API_URL": "https://push.example.org", "PUSHWARD_API_TOKEN": "hlk_x",
            "PUSHWARD_CONFIG_DIR": folder.path,
        ].merging(row.variables) { $1 }
        let (printed, said) = (Locked(""), Locked(""))
        let context = CommandContext(
            output: StandardStream(isTerminal: false) { bytes in
                printed.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                return true
            },
            errorOutput: StandardStream(isTerminal: false) { bytes in
                said.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                return true
            }, environment: { variables[$0] })
        let code = await PushwardTool(entries: [MCPCommand.entry]).run(["mcp"] + arguments, in: context)
        #expect(code.rawValue == row.code)
        #expect(printed.withLock { $0 } == "")
        #expect(said.withLock { $0 }.hasPrefix("error: \(row.message)"))
    }
}
