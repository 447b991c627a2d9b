// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON

/// What may be asked for with `acknowledge`, and in which order it is checked.
@Suite struct AcknowledgeTests {
    private static func links(_ count: Int) -> JSONValue {
        .array((0..<count).map { ["id": .string("a\($0)"), "title": "A", "url": "https://a.example"] })
    }

    private static func with(_ members: JSONObject) -> JSONObject {
        var body: JSONObject = ["acknowledge": [:]]
        for (name, value) in members { body[name] = value }
        return body
    }

    static let right: [JSONObject] = [
        [:], ["acknowledge": ["repeat_seconds": 30, "expire_seconds": 60]],
        ["acknowledge": ["repeat_seconds": 3600, "expire_seconds": 10_800]],
        ["acknowledge": ["repeat_seconds": 0, "expire_seconds": 0, "action_title": ""]],
        ["acknowledge": ["action_title": .string(String(repeating: "é", count: 64))]], ["level": "critical"],
        ["actions": links(9)], ["tags": ["a", .string(String(repeating: "!", count: 64)), "~"]],
        ["callback_url": "https://example.com/hook"], ["callback_url": "https://192.0.2.1.example.com/"],
        ["callback_url": "https://8.8.8.8:8443/hook?x=1"],
    ]

    @Test(arguments: right)
    func isTaken(_ members: JSONObject) async throws {
        let answer = try await PersonalRig().notify(Self.with(members))
        #expect(answer.refusal == "201")
        #expect(answer["answerable"] == true)
    }

    static let broken: [JSONObject] = [
        ["push": false], ["level": "passive"], ["actions": [["id": "pw_ack", "title": "A"]]], ["actions": links(10)],
        ["tags": [""]], ["tags": ["a b"]], ["tags": ["é"]], ["tags": [.string(String(repeating: "a", count: 65))]],
        ["callback_url": "http://example.com/hook"], ["callback_url": "https://user@example.com/"],
        ["callback_url": "https://user:pass@example.com/"], ["callback_url": "https://localhost/"],
        ["callback_url": "https://127.0.0.1/"], ["callback_url": "https://10.1.2.3/"],
        ["callback_url": "https://[::1]/"], ["callback_url": "https://[::ffff:10.0.0.1]/"],
        ["callback_url": "https://169.254.169.254/latest/meta-data"], ["callback_url": "https://waxwing/"],
        ["callback_url": "https://db.default.svc/"], ["callback_url": "https://db.svc.cluster.local/"],
        ["callback_url": "https://printer.local/"], ["callback_url": "https://metadata.google.internal/"],
        ["callback_url": "https://"], ["callback_url": "example.com"],
    ]

    @Test(arguments: broken)
    func isRefused(_ members: JSONObject) async throws {
        let answer = try await PersonalRig().notify(Self.with(members))
        #expect(answer.refusal == "400 notification.invalid", "\(members)")
    }

    @Test func theIDIsReservedOnlyWithAcknowledge() async throws {
        #expect(try await PersonalRig().notify(["actions": [["id": "pw_ack", "title": "A"]]]).status == 201)
    }

    @Test func aButtonIsAddedOnlyWhereNoneWouldDo() async throws {
        let rig = try PersonalRig()
        let none = try await rig.notify(Self.with([:]))
        #expect(none["actions"] == [["id": "pw_ack", "title": "Acknowledge"]])
        let named = try await rig.notify(Self.with(["acknowledge": ["action_title": "On it"]]))
        #expect(named["actions"] == [["id": "pw_ack", "title": "On it"]])
        let nine = try await rig.notify(Self.with(["actions": Self.links(9)]))
        #expect(nine["actions"]?.arrayValue?.count == 10)
        #expect(nine["actions"]?[9]?["id"] == "pw_ack")
        let own = JSONValue.array((Self.links(9).arrayValue ?? []) + [["id": "done", "title": "Done"]])
        let ten = try await rig.notify(Self.with(["actions": own]))
        #expect(ten["actions"] == own)
        let foreground: JSONValue = [["id": "open", "title": "Open", "foreground": true]]
        #expect(try await rig.notify(Self.with(["actions": foreground]))["actions"]?.arrayValue?.count == 2)
    }

    /// The schema comes first, and the rules of `acknowledge` come last.
    @Test func order() async throws {
        let rig = try PersonalRig()
        #expect(
            try await rig.notify(["acknowledge": ["repeat_seconds": 1], "push": false, "url": "x"]).refusal
                == "422 body.acknowledge.repeat_seconds")
        func detail(_ body: JSONObject) async throws -> String? { try await rig.notify(body).string("detail") }
        #expect(try await detail(Self.with(["push": false, "url": "x"]))?.hasPrefix("url") == true)
        #expect(
            try await detail(Self.with(["push": false, "actions": [["id": "a", "title": "A", "url": "x"]]]))?
                .hasPrefix("the url") == true)
        #expect(try await detail(Self.with(["push": false, "level": "passive"])) == "acknowledge needs push")
    }

    @Test func callbacksAreForKeys() async throws {
        let rig = try PersonalRig()
        let body = Self.with(["callback_url": "https://example.com/hook"])
        #expect(try await rig.notify(body, key: rig.token).refusal == "400 notification.invalid")
        #expect(try await rig.notify(Self.with([:]), key: rig.token).status == 201)
    }
}
