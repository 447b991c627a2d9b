// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaxCommands
import WaxEnvelope
import WaxJSON
import WaxSimulator
import WaxSystem

/// The story: a phone, two contacts who wake it, a chat server between them, a new key, a revocation.
struct RelayDemo {
    private static let inboxes = ["Alice": "7f3a", "Bob": "c20d"]
    private static let patience: JSONValue = 20_000

    private let simulator: Simulator
    private let relay: RelayChild
    private let phone: String
    private let owner: RoleProcess
    private let chat: RoleProcess
    private let contacts: [String: RoleProcess]
    private let start: JSONObject
    private let keys: [String: JSONValue]

    init(simulator: Simulator, control: String, relay: RelayChild, directory: String) throws {
        self.simulator = simulator
        self.relay = relay
        phone = simulator.newDevice(for: .ios(bundleID: RelayChild.bundleID))
        owner = try RoleProcess("the owner", role: "owner")
        chat = try RoleProcess("the chat server", role: "chat")
        contacts = ["Alice": try RoleProcess("Alice", role: "contact"), "Bob": try RoleProcess("Bob", role: "contact")]
        keys = Self.inboxes.mapValues { _ in .string(Base64URL.encode(SystemRandom().bytes(32))) }
        start = [
            "relay": .string(relay.process.url), "simulator": .string(control), "host": .string(RelayChild.host),
            "root": .string(relay.root), "directory": .string("\(directory)/owner"), "device_token": .string(phone),
            "keys": .object(JSONObject(keys.map { ($0.key, $0.value) })),
        ]
    }

    /// Lets all processes end.
    func stop() {
        for process in [owner, chat] + contacts.values { process.stop() }
    }

    func play() async throws -> RelayDemoScene {
        var scene = RelayDemoScene(phone: phone)
        try await introduce(&scene)

        try await send("Alice", "Are you there?", in: &scene)
        try await send("Bob", "From an old program", wakes: false, as: "the chat server for c20d", in: &scene)
        try await send("Bob", "From a new one", in: &scene)

        scene.oldKey = try await owner.ask("list").text("key_id")
        try await relay.rotate()
        scene.newKey = try await keyAfter(scene.oldKey)
        try await send("Alice", "With the token of the old key", in: &scene)

        try await owner.ask("revoke", ["contact": "Bob"])
        scene.answers["Bob, revoked"] = try await contact("Bob").ask(
            "send", ["text": "Can you hear me?", "wakes": true])
        try await send("Alice", "Still here?", in: &scene)

        scene.chatSaw = try await chat.ask("seen")["seen"]?.arrayValue?.compactMap(\.stringValue) ?? []
        scene.pushes = simulator.received
        scene.log = (try? String(contentsOfFile: relay.logFile, encoding: .utf8)) ?? ""
        return scene
    }

    /// Starts everybody, lets the device opt in, and hands out the tokens.
    private func introduce(_ scene: inout RelayDemoScene) async throws {
        let url = try await chat.ask("start", ["relay": .string(relay.process.url)]).text("url")
        var start = start
        start["chat"] = .string(url)
        try await owner.ask("start", start)
        try await owner.ask("enrol")
        for (name, inbox) in Self.inboxes.sorted(by: { $0.key < $1.key }) {
            let contact = try contact(name)
            try await contact.ask(
                "start",
                [
                    "chat": .string(url), "relay": .string(relay.process.url), "inbox": .string("to-\(inbox)"),
                    "owners_inbox": .string(inbox), "key": keys[name] ?? .null,
                ])
            try await owner.ask("give", ["contact": .string(name), "inbox": .string("to-\(inbox)")])
            scene.tokens[name] = try await contact.ask("fetch").text("token")
            try await owner.ask("give-server", ["inbox": .string(inbox)])
        }
    }

    /// Lets a contact send, and notes what woke the phone.
    private func send(
        _ name: String, _ text: String, wakes: Bool = true, as waker: String? = nil, in scene: inout RelayDemoScene
    ) async throws {
        let answer = try await contact(name).ask("send", ["text": .string(text), "wakes": .bool(wakes)])
        if wakes { scene.answers[name] = answer }
        let woken = try await owner.ask("woken", ["within_ms": Self.patience])["wakes"]?.arrayValue ?? []
        let texts =
            try await owner.ask(
                "read", ["inbox": .string(Self.inboxes[name] ?? ""), "contact": .string(name)])["texts"]?.arrayValue
            ?? []
        scene.events.append(
            RelayDemoScene.Event(
                sender: name, text: text, waker: waker ?? name,
                wakes: woken.map { $0["contacts"]?.arrayValue?.compactMap(\.stringValue) ?? [] },
                texts: texts.compactMap(\.stringValue)))
    }

    /// Waits until the relay has taken over the new key.
    private func keyAfter(_ old: String) async throws -> String {
        for _ in 0..<100 {
            let key = try await owner.ask("list").text("key_id")
            if key != old { return key }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw CommandFailure("the relay did not take over its new key")
    }

    private func contact(_ name: String) throws -> RoleProcess {
        guard let contact = contacts[name] else { throw CommandFailure("no contact \(name)") }
        return contact
    }
}
