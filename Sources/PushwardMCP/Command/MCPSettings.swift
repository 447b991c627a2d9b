// SPDX-License-Identifier: Apache-2.0
package import PushwardClient
package import WaxCommands

/// How the server is reached, from flags and the environment.
package struct MCPSettings: Sendable {
    /// The way messages come and go.
    package enum Transport: Equatable, Sendable {
        case stdio
        /// At an address, under the names of this machine and of `hosts`.
        case http(ListenAddress, hosts: [String])
    }

    package let transport: Transport
    /// About settings that are of no use here.
    package let warnings: [String]

    private static let defaultAddress = "127.0.0.1:8080"
    /// Settings of servers that also have a relay, many users or metrics.
    private static let unused = [
        "PUSHWARD_RELAY_URL", "PUSHWARD_RELAY_TOKEN", "PUSHWARD_MCP_METRICS_ADDR",
    ]

    /// Throws `usage` with the name of the setting that is wrong.
    /// - Parameters:
    ///   - http: what `--http` says.
    ///   - hosts: what `--allow-host` says.
    ///   - variable: the value of an environment variable, nil when it is empty.
    package init(http: String?, hosts: [String], variable: (String) -> String?) throws(ClientError) {
        var warnings = Self.unused.filter { variable($0) != nil }.map { "\($0) is not used: there is nothing to set" }
        if let relay = variable("PUSHWARD_MCP_RELAY_ENABLED"), relay.lowercased() != "false" {
            warnings.append("PUSHWARD_MCP_RELAY_ENABLED is not used: this server has no relay tools")
        }
        self.warnings = warnings
        let mode = variable("PUSHWARD_MCP_TRANSPORT")
        switch (http, mode) {
        case (_?, _), (nil, "http"):
            // Set for a service of many users, it would be served with one user's key.
            let auth = variable("PUSHWARD_MCP_HTTP_AUTH")
            guard auth == nil || auth == "none" else {
                throw .usage("PUSHWARD_MCP_HTTP_AUTH must be none: this server acts for one user, whose key it has")
            }
            transport = try Self.http(http, variable("PUSHWARD_MCP_LISTEN_ADDR"), hosts: hosts)
        case (nil, nil), (nil, "stdio"): transport = .stdio
        default: throw .usage("PUSHWARD_MCP_TRANSPORT must be stdio or http")
        }
    }

    private static func http(_ flag: String?, _ variable: String?, hosts: [String]) throws(ClientError) -> Transport {
        let (text, origin) =
            if let flag { (flag, "--http") } else { (variable ?? defaultAddress, "PUSHWARD_MCP_LISTEN_ADDR") }
        // A port alone means every address of the machine.
        guard let address = ListenAddress(text.hasPrefix(":") ? "0.0.0.0" + text : text) else {
            throw .usage("\(origin) must be an address and a port, such as \(defaultAddress)")
        }
        guard hosts.allSatisfy(isHostName) else {
            throw .usage("--allow-host must be the name of a host, without a port")
        }
        guard address.isLoopback || !hosts.isEmpty else {
            throw .usage(
                "\(origin): whoever reaches \(address) acts with your key; name the host it is asked for with --allow-host"
            )
        }
        // A server that only this machine can reach has its address for a name, whichever that is.
        let own = address.bracketedHost
        let isNew = address.isLoopback && !HTTPGate.loopbackNames.contains(own)
        return .http(address, hosts: isNew ? hosts + [own] : hosts)
    }

    private static func isHostName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isBracketed = bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-._".utf8.contains(byte)
                    || isBracketed && ":[]".utf8.contains(byte)
            }
    }
}
