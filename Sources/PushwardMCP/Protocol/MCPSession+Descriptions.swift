// SPDX-License-Identifier: Apache-2.0
import WaxJSON

extension MCPSession {
    /// How long a client may keep the list of tools, which only changes with the program, in milliseconds.
    private static let listLifetime: Int64 = 3_600_000

    /// The result of `initialize`. Nothing but tools is offered; the list does not change while the program runs.
    func introduction(for version: ProtocolVersion) -> JSONObject {
        [
            "protocolVersion": .string(version.rawValue),
            "capabilities": Self.capabilities,
            "serverInfo": identity.json(for: version),
            "instructions": .string(identity.instructions),
        ]
    }

    /// The result of `server/discover`.
    func discovery() -> JSONObject {
        var result: JSONObject = [
            "supportedVersions": .array(ProtocolVersion.stateless.map { .string($0.rawValue) }),
            "capabilities": Self.capabilities,
            "instructions": .string(identity.instructions),
        ]
        Self.addLifetime(to: &result)
        return result
    }

    /// The result of `tools/list`.
    func listing(for version: ProtocolVersion) -> JSONObject {
        var result: JSONObject = ["tools": .array(tools.map { $0.json(for: version) })]
        if version.isStateless { Self.addLifetime(to: &result) }
        return result
    }

    private static let capabilities: JSONValue = ["tools": ["listChanged": false]]

    private static func addLifetime(to result: inout JSONObject) {
        result.append("ttlMs", .number(JSONNumber(listLifetime)))
        result.append("cacheScope", "public")
    }
}
