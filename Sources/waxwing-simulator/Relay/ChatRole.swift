// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

/// A chat server: takes sealed messages for inboxes and hands them out. It knows no device.
///
/// For senders that do not wake a recipient themselves it does so with a token of its own for the inbox, which the inbox's
/// owner has given it. A sender that does says so with its message, and nobody is woken twice.
final class ChatRole: DemoRole, HTTPHandler {
    private struct State {
        var inboxes: [String: [String]] = [:]
        var tokens: [String: String] = [:]
        var seen: [String] = []
        var relay = ""
    }

    private let state = Locked(State())
    private let server = Locked<HTTPServer?>(nil)
    private let calls = DemoCall()

    init() throws {}

    func carryOut(_ name: String, _ command: JSONValue) async throws -> JSONObject {
        switch name {
        case "start":
            let relay = try command.text("relay")
            state.withLock { $0.relay = relay }
            var configuration = HTTPServer.Configuration()
            configuration.threads = 1
            let server = try HTTPServer(configuration: configuration, handler: self)
            self.server.withLock { $0 = server }
            return ["url": .string("http://127.0.0.1:\(server.boundPort)")]
        case "seen": return ["seen": .array(state.withLock { $0.seen }.map { .string($0) })]
        default: throw CommandFailure("unknown command")
        }
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let body = (try? JSONReader.parse(request.body)) ?? .null
        switch (request.head.method, request.head.segments.first, request.head.segments.last) {
        case ("POST", "inboxes"?, let inbox?):
            guard let message = body["message"]?.stringValue, let wakes = body["sender_wakes"]?.boolValue else {
                return .empty(status: 400)
            }
            let token = state.withLock { state in
                state.inboxes[inbox, default: []].append(message)
                state.seen.append(
                    "\(inbox): \(message.utf8.count) characters, " + (wakes ? "the sender wakes" : "the server wakes"))
                return wakes ? nil : state.tokens[inbox]
            }
            if let token {
                let relay = state.withLock { $0.relay }
                _ = try? await calls.wake(relay: relay, token: token)
            }
            return .empty(status: 204)
        case ("GET", "inboxes"?, let inbox?):
            let messages = state.withLock { $0.inboxes.removeValue(forKey: inbox) ?? [] }
            return .json(JSONValue.object(["messages": .array(messages.map { .string($0) })]).compact)
        case ("POST", "tokens"?, let inbox?):
            guard let token = body["token"]?.stringValue else { return .empty(status: 400) }
            state.withLock { state in
                state.tokens[inbox] = token
                state.seen.append("\(inbox): a sealed token of its own")
            }
            return .empty(status: 204)
        default: return .empty(status: 404)
        }
    }
}
