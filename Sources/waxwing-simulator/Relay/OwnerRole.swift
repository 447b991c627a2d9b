// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxCommands
import WaxCrypto
import WaxEnvelope
import WaxJSON
import WaxSystem

/// The owner of a phone: seals its push token to the relay for each contact, and is woken.
final class OwnerRole: DemoRole {
    private struct State {
        var chat = ""
        var relay = ""
        var simulator = ""
        var host = ""
        var deviceToken = ""
        var root: P256.Signing.PublicKey?
        var book: SealedPushBook?
        var list: RelayKeyList?
        var channels: [String: SecretChannel] = [:]
        /// Pushes that were looked at.
        var seen = 0
    }

    private let state = Locked(State())
    private let calls = DemoCall()
    private static let app = "com.example.chat"

    func carryOut(_ name: String, _ command: JSONValue) async throws -> JSONObject {
        switch name {
        case "start": return try start(command)
        case "enrol": return try await enrol()
        case "give": return try await give(try command.text("contact"), inbox: try command.text("inbox"))
        case "give-server": return try await giveServer(inbox: try command.text("inbox"))
        case "woken": return try await woken(within: command["within_ms"]?.int64Value ?? 0)
        case "read": return try await read(inbox: try command.text("inbox"), contact: try command.text("contact"))
        case "revoke": return try await revoke(try command.text("contact"))
        case "list": return ["key_id": .string(try await list().sealingKey(hour: hour)?.keyID.text ?? "")]
        default: throw CommandFailure("unknown command")
        }
    }

    private var hour: UInt32 { UInt32(SystemTime().now().seconds / 3600) }

    private func start(_ command: JSONValue) throws -> JSONObject {
        let book = SealedPushBook(store: FileKeyStore(directory: try command.text("directory")))
        let root = try P256.Signing.PublicKey(pemRepresentation: try command.text("root"))
        let token = try command.text("device_token")
        guard let bytes = Hexadecimal.decode(Array(token.utf8)) else { throw CommandFailure("no device token") }
        try book.setAddress(.apns(token: bytes, isSandbox: false), app: Self.app, hour: hour)
        var channels: [String: SecretChannel] = [:]
        for (name, key) in command["keys"]?.objectValue ?? [:] {
            channels[name] = key.stringValue.flatMap { SecretChannel($0) }
        }
        let parts = try ["chat", "relay", "simulator", "host"].map { try command.text($0) }
        state.withLock { [channels] state in
            (state.chat, state.relay, state.simulator, state.host) = (parts[0], parts[1], parts[2], parts[3])
            (state.deviceToken, state.root, state.book, state.channels) = (token, root, book, channels)
        }
        return [:]
    }

    /// The relay's keys, checked against the pinned root key.
    private func list() async throws -> RelayKeyList {
        let state = state.withLock { $0 }
        guard let root = state.root else { throw CommandFailure("not started") }
        let list = try RelayKeyList(
            parsing: await calls.get("\(state.relay)/v1/sealed/keys"), signedBy: root, relay: state.host,
            after: state.list, hour: hour)
        self.state.withLock { $0.list = list }
        return list
    }

    private func book() throws -> SealedPushBook {
        guard let book = state.withLock({ $0.book }) else { throw CommandFailure("not started") }
        return book
    }

    /// Asks for a code, which comes as a push, and gets the ticket for it.
    private func enrol() async throws -> JSONObject {
        let relay = state.withLock { $0.relay }
        let token = try book().enrolmentToken(to: await list(), hour: hour)
        _ = try await calls.post("\(relay)/v1/sealed/enroll", ["token": .string(token.text)])
        guard let code = try await wakes(within: 20_000).first?.code else { throw CommandFailure("no code came") }
        let answer = try await calls.post(
            "\(relay)/v1/sealed/ticket",
            ["token": .string(token.text), "code": .string(Base64URL.encode(code))])
        let value = try JSONReader.parse(answer.body)
        guard let ticket = value["ticket"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let expires = value["ticket_exp"]?.int64Value
        else { throw CommandFailure("the relay gave no ticket") }
        try book().setTicket(ticket, expires: UInt32(expires))
        return [:]
    }

    /// Seals a token for a contact and sends it through the chat server, which cannot read it.
    private func give(_ contact: String, inbox: String) async throws -> JSONObject {
        let state = state.withLock { $0 }
        let token = try book().token(for: contact, sealedTo: await list(), hour: hour)
        guard let message = try state.channels[contact]?.seal(token.text) else {
            throw CommandFailure("no such contact")
        }
        _ = try await calls.post(
            "\(state.chat)/inboxes/\(inbox)", ["message": .string(message), "sender_wakes": true])
        return [:]
    }

    /// Gives the chat server a token of its own for one inbox, for senders that do not wake; another inbox has another, or
    /// the server would know that both are one phone's.
    private func giveServer(inbox: String) async throws -> JSONObject {
        let chat = state.withLock { $0.chat }
        let token = try book().token(for: "the chat server for \(inbox)", sealedTo: await list(), hour: hour)
        _ = try await calls.post("\(chat)/tokens/\(inbox)", ["token": .string(token.text)])
        return [:]
    }

    /// What has woken the phone since it was asked last; waits for the first.
    private func woken(within limit: Int64) async throws -> JSONObject {
        let wakes = try await wakes(within: limit)
        return [
            "wakes": .array(
                wakes.map { wake in
                    ["contacts": .array(wake.contacts.map { .string($0) }), "all": .bool(wake.looksAtAll)]
                })
        ]
    }

    private func wakes(within limit: Int64) async throws -> [SealedWake] {
        let state = state.withLock { $0 }
        let answer = try JSONReader.parse(
            await calls.get("\(state.simulator)/received?at_least=\(state.seen + 1)&within_ms=\(limit)"))
        let pushes = answer["received"]?.arrayValue ?? []
        self.state.withLock { $0.seen = pushes.count }
        return try pushes.dropFirst(state.seen).compactMap { push in
            guard push["path"]?.stringValue == "/3/device/\(state.deviceToken)",
                let text = push["body"].flatMap(Self.payload)?[SealedPushBook.dataKey]?.stringValue
            else { return nil }
            return try book().open(text)
        }
    }

    /// The body of a push as the simulator shows it: JSON, or the text of it.
    private static func payload(_ body: JSONValue) -> JSONValue? {
        body.stringValue.flatMap { try? JSONReader.parse($0) } ?? body
    }

    /// Fetches an inbox and reads the last message of a contact.
    private func read(inbox: String, contact: String) async throws -> JSONObject {
        let state = state.withLock { $0 }
        let answer = try JSONReader.parse(await calls.get("\(state.chat)/inboxes/\(inbox)"))
        let texts = (answer["messages"]?.arrayValue ?? []).compactMap { message in
            message.stringValue.flatMap { try? state.channels[contact]?.open($0) }
        }
        return ["texts": .array(texts.map { .string($0) })]
    }

    private func revoke(_ contact: String) async throws -> JSONObject {
        let relay = state.withLock { $0.relay }
        try book().forget(contact)
        let due = try book().revocations(hour: hour)
        let items = due.map { revocation -> JSONValue in
            ["token": .string(revocation.token.text), "secret": .string(Base64URL.encode(revocation.secret))]
        }
        let answer = try await calls.post("\(relay)/v1/sealed/revoke", ["items": .array(items)])
        guard answer.status == 202 else { throw CommandFailure("the relay did not take the revocation") }
        try book().confirm(due)
        return [:]
    }
}
