// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxEnvelope
import WaxJSON
import WaxSystem

/// A contact of the owner: has one sealed token, and wakes the owner with it after each message.
final class ContactRole: DemoRole {
    private struct State {
        var chat = ""
        var relay = ""
        var inbox = ""
        var ownersInbox = ""
        var channel: SecretChannel?
        var token = ""
    }

    private let state = Locked(State())
    private let calls = DemoCall()

    func carryOut(_ name: String, _ command: JSONValue) async throws -> JSONObject {
        switch name {
        case "start":
            let parts = try ["chat", "relay", "inbox", "owners_inbox"].map { try command.text($0) }
            let channel = SecretChannel(try command.text("key"))
            state.withLock { state in
                (state.chat, state.relay, state.inbox, state.ownersInbox) = (parts[0], parts[1], parts[2], parts[3])
                state.channel = channel
            }
            return [:]
        case "fetch": return try await fetch()
        case "send": return try await send(try command.text("text"), wakes: command["wakes"]?.boolValue ?? true)
        default: throw CommandFailure("unknown command")
        }
    }

    /// Fetches what the owner sent: its token.
    private func fetch() async throws -> JSONObject {
        let state = state.withLock { $0 }
        let answer = try JSONReader.parse(await calls.get("\(state.chat)/inboxes/\(state.inbox)"))
        for message in answer["messages"]?.arrayValue ?? [] {
            guard let text = try message.stringValue.flatMap({ try state.channel?.open($0) }) else { continue }
            self.state.withLock { $0.token = text }
        }
        let token = self.state.withLock { $0.token }
        return ["token": .string(token), "key_id": .string(try SealedToken(token).keyID.text)]
    }

    /// Sends a message, and wakes the owner itself if it is of that kind.
    private func send(_ text: String, wakes: Bool) async throws -> JSONObject {
        let state = state.withLock { $0 }
        guard let sealed = try state.channel?.seal(text) else { throw CommandFailure("no channel") }
        let stored = try await calls.post(
            "\(state.chat)/inboxes/\(state.ownersInbox)", ["message": .string(sealed), "sender_wakes": .bool(wakes)])
        guard stored.status == 204 else { throw CommandFailure("the message was not taken") }
        return wakes ? try await calls.wake(relay: state.relay, token: state.token) : [:]
    }
}
