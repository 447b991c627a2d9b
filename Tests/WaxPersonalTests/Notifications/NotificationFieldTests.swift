// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxRecords

/// Every field of a notification: its limits, and what a wrong value is answered with.
@Suite struct NotificationFieldTests {
    private static func text(_ count: Int) -> JSONValue { .string(String(repeating: "é", count: count)) }

    /// Two code points each, so that a limit in UTF-16 units or in characters would show.
    private static func bells(_ count: Int) -> JSONValue { .string(String(repeating: "🔔", count: count)) }

    private static func link(_ count: Int) -> JSONValue {
        .string("https://a.example/" + String(repeating: "x", count: count - 18))
    }

    /// What is let through.
    static let right: [(String, JSONValue)] = [
        ("title", text(1)), ("title", bells(256)), ("title", "   "), ("body", bells(4096)), ("subtitle", ""),
        ("subtitle", bells(256)), ("url", ""), ("url", link(2048)), ("url", "myapp://x"), ("url", "tel:+15550100"),
        ("level", "passive"), ("level", "active"), ("level", "time-sensitive"), ("level", "critical"),
        ("volume", 0), ("volume", .number(JSONNumber(0.5) ?? 0)), ("volume", 1), ("thread_id", bells(128)),
        ("collapse_id", bells(64)), ("source", bells(128)), ("source_display_name", bells(256)),
        ("media", ["url": "https://a.example/a.png", "type": "image"]),
        ("media", ["type": "video", "url": link(2048)]), ("media", ["url": "https://a.example/a", "type": "audio"]),
        ("icon_url", "http://a.example/i.png"), ("icon_url", link(2048)), ("icon_url", ""), ("metadata", [:]),
        ("metadata", ["k": "v"]), ("actions", .null), ("actions", []), ("push", true), ("push", false),
        ("acknowledge", .null), ("acknowledge", [:]), ("tags", []), ("tags", .null), ("callback_url", ""),
    ]

    @Test(arguments: right)
    func isTaken(_ name: String, _ value: JSONValue) async throws {
        let answer = try await PersonalRig().notify([name: value])
        #expect(answer.refusal == "201")
    }

    /// What breaks the schema: 422 without a code, and the place.
    static let wrong: [(String, JSONValue)] = [
        ("title", ""), ("title", "-"), ("title", bells(257)), ("title", 7), ("title", .null), ("body", ""),
        ("body", "-"), ("body", bells(4097)), ("body", ["a"]), ("subtitle", bells(257)), ("subtitle", false),
        ("url", link(2049)), ("url", 1), ("encrypted", 5), ("encrypted", .null), ("level", "urgent"), ("level", ""),
        ("level", "Active"), ("level", 1), ("volume", .number(JSONNumber(1.01) ?? 0)), ("volume", -1),
        ("volume", "1"), ("thread_id", bells(129)), ("thread_id", 1), ("collapse_id", bells(65)), ("collapse_id", 1),
        ("source", bells(129)), ("source_display_name", bells(257)), ("media", "https://a.example/a.png"),
        ("media", .null), ("icon_url", link(2049)), ("icon_url", 1), ("metadata", ["a"]), ("metadata", "a"),
        ("activity_slug", "-x"), ("activity_slug", ""), ("activity_slug", text(3)), ("actions", "a"),
        ("actions", [:]), ("actions", .array(Array(repeating: ["id": "a", "title": "b"], count: 11))),
        ("push", "yes"), ("push", .null), ("acknowledge", "yes"), ("acknowledge", true),
        ("tags", .array((0..<11).map { .string("t\($0)") })), ("tags", "a"), ("callback_url", 1), ("target", "all"),
        ("sound", "default"), ("Title", "x"), ("badge", 1),
    ]

    @Test(arguments: wrong)
    func isRefusedBySchema(_ name: String, _ value: JSONValue) async throws {
        let rig = try PersonalRig()
        let answer = try await rig.notify([name: value])
        #expect(answer.refusal == "422 body.\(name)")
        #expect(answer["code"] == nil)
        #expect(answer["detail"] == "validation failed")
        #expect(try rig.store.integers("SELECT count(*) FROM notifications") == [0])
    }

    /// The same inside of a member.
    static let wrongInside: [(JSONObject, String)] = [
        (["media": ["url": "https://a.example/a"]], "media.type"),
        (["media": ["type": "image"]], "media.url"),
        (["media": ["url": "", "type": "image"]], "media.url"),
        (["media": ["url": link(2049), "type": "image"]], "media.url"),
        (["media": ["url": "https://a.example/a", "type": "pdf"]], "media.type"),
        (["media": ["url": "https://a.example/a", "type": "image", "alt": "x"]], "media.alt"),
        (["metadata": ["a": 1]], "metadata.a"),
        (["metadata": ["a": .null]], "metadata.a"),
        (["tags": [1]], "tags[0]"),
        (["acknowledge": ["repeat_seconds": 29]], "acknowledge.repeat_seconds"),
        (["acknowledge": ["repeat_seconds": 3601]], "acknowledge.repeat_seconds"),
        (["acknowledge": ["repeat_seconds": -1]], "acknowledge.repeat_seconds"),
        (["acknowledge": ["repeat_seconds": "60"]], "acknowledge.repeat_seconds"),
        (["acknowledge": ["expire_seconds": 59]], "acknowledge.expire_seconds"),
        (["acknowledge": ["expire_seconds": 10_801]], "acknowledge.expire_seconds"),
        (["acknowledge": ["action_title": bells(65)]], "acknowledge.action_title"),
        (["acknowledge": ["again": true]], "acknowledge.again"),
        (["target": ["groups": .array(Array(repeating: "g", count: 21))]], "target.groups"),
        (["target": ["tags": .array(Array(repeating: "t", count: 21))]], "target.tags"),
        (["target": ["members": .array(Array(repeating: "m", count: 101))]], "target.members"),
        (["target": ["roles": []]], "target.roles"),
    ]

    @Test(arguments: wrongInside)
    func isRefusedInside(_ members: JSONObject, _ place: String) async throws {
        #expect(try await PersonalRig().notify(members).refusal == "422 body.\(place)")
    }

    @Test func everythingThatIsWrongIsToldAtOnce() async throws {
        let answer = try await PersonalRig().notify(["title": "", "level": "x", "oops": 1])
        #expect(answer.refusal == "422 body.title body.level body.oops")
    }

    /// What a handler checks: 400 `notification.invalid`.
    static let broken: [(String, JSONValue)] = [
        ("url", "example.com"), ("url", "javascript:alert(1)"), ("url", "JavaScript:alert(1)"), ("url", "data:,x"),
        ("url", "file:///etc/passwd"), ("url", "vbscript:x"), ("url", "https://"), ("url", "http:///path"),
        ("url", "https://a.example/\u{1}"), ("url", "https://a b.example/"), ("url", "https://a.example/%zz"),
        ("media", ["url": "http://a.example/a.png", "type": "image"]),
        ("media", ["url": "https:///a.png", "type": "image"]), ("media", ["url": "a.png", "type": "image"]),
        ("icon_url", "ftp://a.example/i.png"), ("icon_url", "i.png"), ("icon_url", "https://"),
        ("metadata", .object(JSONObject((0..<21).map { ("k\($0)", "v") }))), ("metadata", ["": "v"]),
        ("metadata", .object([String(repeating: "k", count: 65): "v"])),
        ("metadata", ["k": text(4097)]),
        (
            "metadata",
            ["a": .string(String(repeating: "x", count: 4096)), "b": .string(String(repeating: "x", count: 4095))]
        ),
        ("tags", ["a"]), ("callback_url", "https://example.com/hook"),
    ]

    @Test(arguments: broken)
    func isRefusedByARule(_ name: String, _ value: JSONValue) async throws {
        let answer = try await PersonalRig().notify([name: value])
        #expect(answer.refusal == "400 notification.invalid")
        #expect(answer.string("detail")?.isEmpty == false)
    }

    @Test func theMostThatMetadataHolds() async throws {
        let pairs = JSONObject(
            (0..<20).map { (String(repeating: "k", count: 62) + (($0 < 10 ? "0" : "") + "\($0)"), "v") })
        #expect(try await PersonalRig().notify(["metadata": .object(pairs)]).status == 201)
        let large: JSONObject = [
            "a": .string(String(repeating: "x", count: 4095)), "b": .string(String(repeating: "x", count: 4095)),
        ]
        #expect(try await PersonalRig().notify(["metadata": .object(large)]).status == 201)
    }

    @Test func targetsAreForOrganizations() async throws {
        let rig = try PersonalRig()
        #expect(try await rig.notify(["target": [:]]).refusal == "422 body.target")
        #expect(try await rig.notify(["target": ["groups": .null]], key: rig.organizationKey).status == 201)
        #expect(
            try await rig.notify(["target": ["groups": ["ops"]]], key: rig.organizationKey).refusal
                == "403 integration_key.permission_denied")
    }

    @Test func activities() async throws {
        let rig = try PersonalRig()
        #expect(try await rig.notify(["activity_slug": "deploy"]).refusal == "422 notification.activity_not_found")
        let key = try PersonalRig.key(rig.store, "home", activities: .none)
        let answer = try await rig.notify(["activity_slug": "deploy"], key: key)
        #expect(answer.refusal == "403 integration_key.permission_denied")
        #expect(answer["detail"] == "insufficient permissions: requires activities:read to set activity_slug")
    }
}
