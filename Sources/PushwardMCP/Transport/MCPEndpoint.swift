// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope
package import WaxHTTP
import WaxJSON
package import WaxSystem

/// The endpoint of the Streamable HTTP transport: one message is posted, and its answer comes back.
///
/// Sessions live in memory; the newest ones are kept.
package final class MCPEndpoint: HTTPHandler {
    /// The longest message in bytes.
    package static let maximumBodyBytes = 1 << 20
    private static let sessionHeader = "Mcp-Session-Id"

    private let template: MCPSession
    private let gate: HTTPGate
    private let run: MCPConnection.Runner
    private let random: any RandomSource
    private let heartbeat: Duration
    private let sessions = Locked(HTTPSessions())

    /// - Parameters:
    ///   - session: what each conversation begins as.
    ///   - hosts: names beside those of this machine under which the endpoint may be asked for.
    ///   - heartbeat: after how long a call without an answer says that it is still there.
    package init(
        _ session: MCPSession, hosts: [String] = [], random: any RandomSource = SystemRandom(),
        heartbeat: Duration = .seconds(15), run: @escaping MCPConnection.Runner
    ) {
        template = session
        gate = HTTPGate(hosts: hosts.map { $0.lowercased() })
        self.run = run
        self.random = random
        self.heartbeat = heartbeat
    }

    private func connection() -> ExchangingConnection {
        ExchangingConnection(template, heartbeat: heartbeat, run: run)
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch gate.verdict(on: request.head) {
        case .refuse(let status, let reason): return .text(reason + "\n", status: status)
        case .notAllowed:
            var response = HTTPResponse.text("the server sends nothing of its own accord\n", status: 405)
            response.headers["Allow"] = HTTPGate.allowedMethods
            return response
        case .delete: return await delete(request.head)
        case .post: return await post(request)
        }
    }

    // MARK: POST

    private func post(_ request: HTTPRequest) async -> HTTPResponse {
        let headers = request.head.headers
        do throws(RPCError) {
            let body = try Self.parse(request.body)
            switch try HTTPVersionRules.era(of: headers) {
            case .stateless:
                try HTTPVersionRules.check(body, against: headers)
                return await exchange(body, headers, connection(), isStateless: true)
            case .session:
                guard !HTTPVersionRules.isStateless(body) else {
                    throw RPCError(.headerMismatch, "MCP-Protocol-Version must say what the body says")
                }
                return await sessionPost(body, headers)
            }
        } catch {
            return Self.response(error.response(to: nil), headers, status: 400)
        }
    }

    private func sessionPost(_ body: JSONValue, _ headers: HTTPHeaders) async -> HTTPResponse {
        if let id = headers[Self.sessionHeader] {
            guard let connection = sessions.withLock({ $0.use(id) }) else {
                return .text("the session is over; begin another with initialize\n", status: 404)
            }
            if let said = headers["MCP-Protocol-Version"], said != connection.version?.rawValue {
                return .text("MCP-Protocol-Version is not the one agreed on\n", status: 400)
            }
            return await exchange(body, headers, connection, isStateless: false)
        }
        guard body["method"]?.stringValue == "initialize" else {
            let error = RPCError(
                .invalidRequest, "begin with initialize, and send its Mcp-Session-Id with what follows")
            return Self.response(error.response(to: RequestID(body["id"])), headers, status: 400)
        }
        let connection = connection()
        var response = await exchange(body, headers, connection, isStateless: false)
        if connection.version != nil {
            let id = Hexadecimal.encode(random.bytes(16))
            let forgotten = sessions.withLock { $0.add(connection, as: id) }
            response.headers[Self.sessionHeader] = id
            await forgotten?.end()
        }
        return response
    }

    private func exchange(
        _ body: JSONValue, _ headers: HTTPHeaders, _ connection: ExchangingConnection, isStateless: Bool
    ) async -> HTTPResponse {
        let mayStream = body["method"]?.stringValue == "tools/call" && HTTPGate.names("text/event-stream", headers)
        // In a session a lost connection is no cancellation, which has a message of its own; a stateless client has no
        // other way to cancel.
        switch await connection.exchange(body, mayStream: mayStream, cancelsWithClient: isStateless) {
        case .stream(let stream):
            var response = Self.events([])
            response.stream = stream
            return response
        case .whole(let answer?):
            return Self.response(answer, headers, status: Self.status(of: answer, isStateless: isStateless))
        case .whole(nil) where Self.holdsRequest(body):
            // Cancelled: a stream that ends without the answer.
            return Self.events([])
        case .whole(nil): return .empty(status: 202)
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(RPCError) -> JSONValue {
        do {
            return try JSONReader.parse(bytes)
        } catch {
            throw RPCError(.parseError, "the body is no JSON: \(error)")
        }
    }

    private static func holdsRequest(_ body: JSONValue) -> Bool {
        (body.arrayValue ?? [body]).contains { $0["method"] != nil && $0["id"] != nil }
    }

    /// Revision 2026-07-28 gives errors a status of their own; before, an answered request is a success of HTTP.
    private static func status(of answer: JSONValue, isStateless: Bool) -> Int {
        guard let code = answer["error"]?["code"]?.int64Value else { return 200 }
        switch RPCError.Code(rawValue: Int(code)) {
        case .parseError: return 400
        case .invalidRequest where isStateless || answer["id"]?.isNull == true: return 400
        case .invalidParameters where isStateless, .headerMismatch, .unsupportedVersion: return 400
        case .methodNotFound where isStateless: return 404
        default: return 200
        }
    }

    private static func response(_ message: JSONValue, _ headers: HTTPHeaders, status: Int) -> HTTPResponse {
        guard status != 200 || HTTPGate.accepts(headers, "application/json") else { return events([message]) }
        var response = HTTPResponse.json(message.compact, status: status)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private static func events(_ messages: [JSONValue]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPHeaders([
                ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
                // Some proxies keep a stream back until it ends.
                ("X-Accel-Buffering", "no"),
            ]), body: messages.flatMap(ExchangeWaiters.event))
    }

    // MARK: DELETE

    private func delete(_ head: HTTPRequestHead) async -> HTTPResponse {
        guard let id = head.headers[Self.sessionHeader] else {
            return .text("Mcp-Session-Id is missing\n", status: 400)
        }
        guard let connection = sessions.withLock({ $0.remove(id) }) else {
            return .text("there is no such session\n", status: 404)
        }
        await connection.end()
        return .empty(status: 204)
    }
}
