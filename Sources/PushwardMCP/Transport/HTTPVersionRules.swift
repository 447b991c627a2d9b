// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxJSON

/// What the headers of a POST say about its protocol version, and whether the body says the same.
///
/// From revision 2026-07-28 on each request stands alone and repeats version, method and tool in its headers, so that
/// what stands between client and server can go by them; whoever contradicts itself there is refused.
enum HTTPVersionRules {
    /// How a request is served.
    enum Era: Equatable, Sendable {
        /// Within the session that `initialize` began, or by beginning one.
        case session
        /// By itself.
        case stateless
    }

    private static let versionHeader = "MCP-Protocol-Version"

    /// Reads the era from the header alone, so that it is known whatever the body is.
    static func era(of headers: HTTPHeaders) throws(RPCError) -> Era {
        let values = headers.values(versionHeader)
        guard values.count <= 1 else { throw RPCError(.headerMismatch, "\(versionHeader) stands more than once") }
        guard let value = values.first else { return .session }
        guard let version = ProtocolVersion(rawValue: value) else {
            throw .unsupportedVersion(value, supported: ProtocolVersion.allCases)
        }
        return version.isStateless ? .stateless : .session
    }

    /// Throws `headerMismatch` unless a stateless request says the same in its headers and in its body.
    static func check(_ body: JSONValue, against headers: HTTPHeaders) throws(RPCError) {
        guard let method = body["method"]?.stringValue, body["id"] != nil else { return }
        let parameters = body["params"]
        guard let named = parameters?["_meta"]?[RequestEnvelope.versionKey] else {
            throw RPCError(.invalidParameters, "_meta must hold \(RequestEnvelope.versionKey)")
        }
        try compare(versionHeader, headers, with: named.stringValue)
        try compare("Mcp-Method", headers, with: method)
        if method == "tools/call" { try compare("Mcp-Name", headers, with: parameters?["name"]?.stringValue) }
    }

    /// Whether a body is a request that needs the headers of a stateless one.
    static func isStateless(_ body: JSONValue) -> Bool {
        body["method"]?.stringValue != "initialize" && body["params"]?["_meta"]?[RequestEnvelope.versionKey] != nil
    }

    private static func compare(_ name: String, _ headers: HTTPHeaders, with text: String?) throws(RPCError) {
        let values = headers.values(name)
        guard values.count == 1, let text, values[0].utf8.elementsEqual(text.utf8) else {
            throw RPCError(.headerMismatch, "\(name) must say what the body says")
        }
    }
}
