// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// The server's side of a conversation in the Model Context Protocol: it decides, and a driver acts.
///
/// Each message that comes in, an array of several included, is an exchange with a number that the driver gives it. Every
/// exchange ends exactly once, with what answers it or, when there is nothing to answer, without.
package struct MCPSession: Sendable {
    /// What the driver is to do.
    package enum Action: Sendable {
        /// Run a tool, and report with `progress` and `finish`.
        case start(ToolCall)
        /// End a running call; what it still reports is dropped.
        case cancel(call: Int)
        /// Send a message that belongs to an exchange which goes on.
        case send(JSONValue, exchange: Int)
        /// Send the answer, if there is one; the exchange is over.
        case finish(JSONValue?, exchange: Int)
    }

    /// The calls that may run at a time.
    package static let maximumCalls = 64

    private struct Exchange {
        let isBatch: Bool
        /// The calls that run, and one more until the last message was looked at.
        var open = 1
        var answers: [JSONValue] = []
    }

    private struct Running {
        let id: RequestID
        let exchange: Int
        let version: ProtocolVersion
        let progressToken: RequestID?
        var reported = -1
    }

    let identity: ServerIdentity
    let tools: [Tool]
    /// What `initialize` agreed on; nil before it.
    private(set) var version: ProtocolVersion?
    private var exchanges: [Int: Exchange] = [:]
    private var calls: [Int: Running] = [:]
    private var lastCall = 0

    /// A conversation that has not begun.
    package init(identity: ServerIdentity, tools: [Tool]) {
        self.identity = identity
        self.tools = tools
    }

    /// Takes what the client sent.
    package mutating func receive(_ message: JSONValue, exchange: Int) -> [Action] {
        guard case .array(let messages) = message else {
            exchanges[exchange] = Exchange(isBatch: false)
            return receive(one: message, exchange: exchange) + settle(exchange)
        }
        guard version?.hasBatches == true, !messages.isEmpty else {
            let reason = messages.isEmpty ? "an empty array is no message" : "send one message at a time"
            return [.finish(RPCError(.invalidRequest, reason).response(to: nil), exchange: exchange)]
        }
        exchanges[exchange] = Exchange(isBatch: true)
        return messages.flatMap { receive(one: $0, exchange: exchange) } + settle(exchange)
    }

    /// Takes what the driver could not read as JSON.
    package mutating func receiveUnreadable(_ reason: String, exchange: Int) -> [Action] {
        [.finish(RPCError(.parseError, reason).response(to: nil), exchange: exchange)]
    }

    /// A call says how far it is.
    package mutating func progress(_ progress: ToolProgress, call: Int) -> [Action] {
        guard let running = calls[call], let token = running.progressToken, progress.done > running.reported else {
            return []
        }
        calls[call]?.reported = progress.done
        var parameters: JSONObject = [
            "progressToken": token.json, "progress": .number(JSONNumber(progress.done)),
            "total": .number(JSONNumber(progress.total)),
        ]
        if running.version.hasAnnotations { parameters.append("message", .string(progress.message)) }
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": "notifications/progress", "params": .object(parameters),
        ]
        return [.send(message, exchange: running.exchange)]
    }

    /// A call is done.
    package mutating func finish(_ result: ToolResult, call: Int) -> [Action] {
        guard let running = calls.removeValue(forKey: call) else { return [] }
        answer(running.id, running.exchange, result.json(for: running.version), running.version)
        return settle(running.exchange)
    }

    /// The client no longer waits for the answer of an exchange.
    package mutating func abandon(exchange: Int) -> [Action] {
        let numbers = calls.filter { $0.value.exchange == exchange }.map(\.key).sorted()
        for number in numbers { calls[number] = nil }
        exchanges[exchange] = nil
        return numbers.map { .cancel(call: $0) }
    }

    /// The conversation is over.
    package mutating func end() -> [Action] {
        exchanges.keys.sorted().flatMap { abandon(exchange: $0) }
    }

    // MARK: One message

    private mutating func receive(one message: JSONValue, exchange: Int) -> [Action] {
        switch IncomingMessage(message) {
        case .response: return []
        case .invalid(let id, let error):
            exchanges[exchange]?.answers.append(error.response(to: id))
            return []
        case .notification(let method, let parameters):
            return method == "notifications/cancelled" ? cancel(RequestID(parameters["requestId"])) : []
        case .request(let id, let method, let parameters):
            do throws(RPCError) {
                return try request(id, method, parameters, exchange: exchange)
            } catch {
                exchanges[exchange]?.answers.append(error.response(to: id))
                return []
            }
        }
    }

    private mutating func request(
        _ id: RequestID, _ method: String, _ parameters: JSONObject, exchange: Int
    ) throws(RPCError) -> [Action] {
        if method == "initialize" {
            try initialize(id, parameters, exchange: exchange)
            return []
        }
        let version = try RequestEnvelope.version(of: parameters) ?? self.version
        if method == "ping", version?.isStateless != true {
            // Allowed before `initialize`; an empty result reads the same in every revision.
            answer(id, exchange, JSONObject(), version ?? .newestWithHandshake)
            return []
        }
        guard let version else { throw RPCError(.invalidRequest, "initialize comes first") }
        switch method {
        case "server/discover" where version.isStateless:
            answer(id, exchange, discovery(), version)
        case "tools/list":
            guard parameters["cursor"]?.isNull ?? true else {
                throw RPCError(.invalidParameters, "there is no such cursor")
            }
            answer(id, exchange, listing(for: version), version)
        case "tools/call":
            return [try start(id, parameters, version, exchange: exchange)]
        default:
            throw RPCError(.methodNotFound, "there is no such method")
        }
        return []
    }

    private mutating func initialize(_ id: RequestID, _ parameters: JSONObject, exchange: Int) throws(RPCError) {
        guard exchanges[exchange]?.isBatch == false else {
            throw RPCError(.invalidRequest, "initialize must come alone")
        }
        guard version == nil else { throw RPCError(.invalidRequest, "initialize came before") }
        guard let requested = parameters["protocolVersion"]?.stringValue else {
            throw RPCError(.invalidParameters, "protocolVersion must be a text")
        }
        let agreed = ProtocolVersion(answering: requested)
        version = agreed
        answer(id, exchange, introduction(for: agreed), agreed)
    }

    private mutating func start(
        _ id: RequestID, _ parameters: JSONObject, _ version: ProtocolVersion, exchange: Int
    ) throws(RPCError) -> Action {
        guard let name = parameters["name"]?.stringValue, tools.contains(where: { $0.name == name }) else {
            throw RPCError(.invalidParameters, "there is no such tool")
        }
        let arguments = parameters["arguments"] ?? .null
        guard let arguments = arguments.isNull ? JSONObject() : arguments.objectValue else {
            throw RPCError(.invalidParameters, "arguments must be an object")
        }
        guard !calls.values.contains(where: { $0.id == id }) else {
            throw RPCError(.invalidRequest, "a call of this id is running")
        }
        guard calls.count < Self.maximumCalls else { throw RPCError(.busy, "too many calls at once") }
        let token = RequestID(parameters["_meta"]?["progressToken"])
        lastCall += 1
        calls[lastCall] = Running(id: id, exchange: exchange, version: version, progressToken: token)
        exchanges[exchange]?.open += 1
        return .start(
            ToolCall(number: lastCall, tool: name, arguments: arguments, wantsProgress: token != nil))
    }

    /// A cancelled call is not answered (the protocol's page on cancellation).
    private mutating func cancel(_ id: RequestID?) -> [Action] {
        guard let id, let (number, running) = calls.first(where: { $0.value.id == id }) else { return [] }
        calls[number] = nil
        return [.cancel(call: number)] + settle(running.exchange)
    }

    // MARK: Answers

    private mutating func answer(_ id: RequestID, _ exchange: Int, _ result: JSONObject, _ version: ProtocolVersion) {
        var result = result
        if version.isStateless {
            result.append("resultType", "complete")
            result.append("_meta", ["io.modelcontextprotocol/serverInfo": identity.json(for: version)])
        }
        exchanges[exchange]?.answers.append(["jsonrpc": "2.0", "id": id.json, "result": .object(result)])
    }

    /// One part of an exchange is done; the last one ends it.
    private mutating func settle(_ number: Int) -> [Action] {
        guard var exchange = exchanges[number] else { return [] }
        exchange.open -= 1
        exchanges[number] = exchange
        guard exchange.open == 0 else { return [] }
        exchanges[number] = nil
        let answer = exchange.isBatch && !exchange.answers.isEmpty ? .array(exchange.answers) : exchange.answers.first
        return [.finish(answer, exchange: number)]
    }
}
