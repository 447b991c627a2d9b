// SPDX-License-Identifier: Apache-2.0
import WaxJSON
import WaxSystem

/// Why a message is answered with an error of JSON-RPC 2.0 (section 5.1); no message repeats what the client sent.
struct RPCError: Error, Equatable, Sendable {
    /// The codes of JSON-RPC, and those that the Model Context Protocol adds.
    enum Code: Int, Sendable {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParameters = -32602
        /// Headers and body of an HTTP request contradict each other (revision 2026-07-28).
        case headerMismatch = -32020
        /// The request names a revision that the server does not speak (revision 2026-07-28).
        case unsupportedVersion = -32022
        /// Too many calls at once; a number that the protocol leaves to servers.
        case busy = -32000
    }

    let code: Code
    let message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The request names a version that is not one of `supported`, the ones it could name there.
    static func unsupportedVersion(_ requested: String, supported: [ProtocolVersion]) -> RPCError {
        RPCError(
            .unsupportedVersion, "this version is not spoken here",
            data: [
                "supported": .array(supported.map { .string($0.rawValue) }),
                "requested": .string(requested.withoutSecrets),
            ])
    }

    /// The response that says so; `id` is null when the request's own could not be read.
    func response(to id: RequestID?) -> JSONValue {
        var error: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
        if let data { error.append("data", data) }
        return ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": .object(error)]
    }
}
