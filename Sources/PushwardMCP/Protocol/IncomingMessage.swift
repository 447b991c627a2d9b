// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// One message of a client, by the shape that JSON-RPC 2.0 gives it.
enum IncomingMessage: Sendable {
    case request(RequestID, method: String, parameters: JSONObject)
    case notification(method: String, parameters: JSONObject)
    /// An answer to a request of ours; there are none, so nobody waits for it.
    case response
    case invalid(RequestID?, RPCError)

    init(_ value: JSONValue) {
        guard let object = value.objectValue else {
            self = .invalid(nil, RPCError(.invalidRequest, "a message must be an object"))
            return
        }
        let id = RequestID(object["id"])
        guard object["jsonrpc"]?.stringValue == "2.0" else {
            self = .invalid(id, RPCError(.invalidRequest, "jsonrpc must be \"2.0\""))
            return
        }
        guard let method = object["method"] else {
            let isResponse = object.contains("result") || object.contains("error")
            self = isResponse ? .response : .invalid(id, RPCError(.invalidRequest, "the method is missing"))
            return
        }
        guard let method = method.stringValue else {
            self = .invalid(id, RPCError(.invalidRequest, "the method must be a text"))
            return
        }
        let parameters = object["params"] ?? .object(JSONObject())
        guard object.contains("id") else {
            self = .notification(method: method, parameters: parameters.objectValue ?? JSONObject())
            return
        }
        guard let id else {
            self = .invalid(nil, RPCError(.invalidRequest, "the id must be a whole number or a text"))
            return
        }
        guard let parameters = parameters.objectValue else {
            self = .invalid(id, RPCError(.invalidParameters, "params must be an object"))
            return
        }
        self = .request(id, method: method, parameters: parameters)
    }
}
