// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing
import WaxCommands

@testable import PushwardMCP

@Suite struct MCPSettingsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var flag: String?
        var hosts: [String] = []
        var variables: [String: String] = [:]
        let expected: String
        var testDescription: String { "\(flag ?? "-") \(hosts) \(variables)" }
    }

    private static let listen = "PUSHWARD_MCP_LISTEN_ADDR"
    private static let transport = "PUSHWARD_MCP_TRANSPORT"

    @Test(arguments: [
        Row(expected: "stdio"), Row(variables: [transport: "stdio"], expected: "stdio"),
        Row(variables: [listen: "nonsense"], expected: "stdio"),
        Row(variables: [transport: "http"], expected: "127.0.0.1:8080"),
        Row(variables: [transport: "http", listen: "127.0.0.1:9"], expected: "127.0.0.1:9"),
        Row(variables: [transport: "http", listen: "[::1]:9"], expected: "[::1]:9"),
        Row(flag: "127.0.0.1:7", variables: [transport: "stdio", listen: "127.0.0.1:9"], expected: "127.0.0.1:7"),
        Row(flag: "localhost:7", expected: "127.0.0.1:7"),
        Row(flag: "127.9.9.9:0", expected: "127.9.9.9:0 for 127.9.9.9"),
        Row(flag: "127.0.0.2:7", hosts: ["a"], expected: "127.0.0.2:7 for a,127.0.0.2"),
        Row(flag: "[0:0::1]:7", expected: "[0:0::1]:7 for [0:0::1]"),
        Row(flag: "192.168.1.5:7", hosts: ["a"], expected: "192.168.1.5:7 for a"),
        Row(flag: ":7", hosts: ["mcp.example.org"], expected: "0.0.0.0:7 for mcp.example.org"),
        Row(flag: "127.0.0.1:7", hosts: ["a", "[fd00::1]"], expected: "127.0.0.1:7 for a,[fd00::1]"),
        Row(flag: "0.0.0.0:7", expected: "--http: whoever reaches 0.0.0.0:7 acts with your key"),
        Row(flag: ":7", expected: "--http: whoever reaches 0.0.0.0:7 acts with your key"),
        Row(variables: [transport: "http", listen: ":8080"], expected: "\(listen): whoever reaches 0.0.0.0:8080"),
        Row(flag: "8080", expected: "--http must be an address and a port"),
        Row(variables: [transport: "http", listen: "x:1"], expected: "\(listen) must be an address and a port"),
        Row(flag: "127.0.0.1:7", hosts: ["a:80"], expected: "--allow-host must be the name of a host"),
        Row(flag: "127.0.0.1:7", hosts: ["https://a"], expected: "--allow-host must be the name of a host"),
        Row(variables: [transport: "sse"], expected: "\(transport) must be stdio or http"),
        Row(variables: [transport: "http", "PUSHWARD_MCP_HTTP_AUTH": "none"], expected: "127.0.0.1:8080"),
        Row(
            variables: [transport: "http", "PUSHWARD_MCP_HTTP_AUTH": "oauth"],
            expected: "PUSHWARD_MCP_HTTP_AUTH must be none"),
        Row(
            flag: "127.0.0.1:7", variables: ["PUSHWARD_MCP_HTTP_AUTH": "oauth"],
            expected: "PUSHWARD_MCP_HTTP_AUTH must be none"),
    ])
    func theTransportFollowsFromFlagsAndEnvironment(row: Row) {
        let outcome: String
        do throws(ClientError) {
            switch try MCPSettings(http: row.flag, hosts: row.hosts, variable: { row.variables[$0] }).transport {
            case .stdio: outcome = "stdio"
            case .http(let address, let hosts):
                outcome = address.description + (hosts.isEmpty ? "" : " for \(hosts.joined(separator: ","))")
            }
        } catch {
            outcome = error.description
            #expect(error.exit == .usage)
            #expect(outcome.hasPrefix(row.expected))
            return
        }
        #expect(outcome == row.expected)
    }

    @Test(arguments: [
        ("PUSHWARD_RELAY_URL", "https://relay", true), ("PUSHWARD_RELAY_TOKEN", "hlk_relay", true),
        ("PUSHWARD_MCP_METRICS_ADDR", ":9", true), ("PUSHWARD_MCP_RELAY_ENABLED", "true", true),
        ("PUSHWARD_MCP_RELAY_ENABLED", "false", false), ("PUSHWARD_API_URL", "https://a", false),
    ])
    func settingsOfOtherServersAreNamed(variable: String, value: String, isNamed: Bool) throws {
        let settings = try MCPSettings(http: nil, hosts: []) { $0 == variable ? value : nil }
        #expect(settings.warnings.count == (isNamed ? 1 : 0))
        #expect(settings.warnings.allSatisfy { $0.hasPrefix("\(variable) is not used") && !$0.contains(value) })
    }
}
