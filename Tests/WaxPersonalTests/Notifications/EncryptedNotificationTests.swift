// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders
import WaxSystem

/// Notifications whose text the server cannot read.
@Suite struct EncryptedNotificationTests {
    private static let title = "Encrypted notification"
    private static let body = "End-to-end encrypted. Open PushWard on a device with your encryption key to read it."

    private static func send(
        _ rig: PersonalRig, _ envelope: String, _ more: JSONObject = [:], key: String? = nil
    ) async throws -> PersonalAnswer {
        var body: JSONObject = ["encrypted": .string(envelope)]
        for (name, value) in more { body[name] = value }
        return try await rig.call("POST", "/notifications", key: key, body)
    }

    @Test func thePlaceholdersStandForTheText() async throws {
        let rig = try PersonalRig()
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await Self.send(rig, envelope, ["level": "time-sensitive", "source": "monitoring"])
        #expect(answer.status == 201)
        let expected: JSONObject = [
            "id": 1, "title": .string(Self.title), "body": .string(Self.body), "encrypted": .string(envelope),
            "level": "time-sensitive", "source": "monitoring", "pushed": false,
            "created_at": .string(rig.store.now.rfc3339), "delivery": "none", "reason": "no_apns_token",
        ]
        #expect(answer.differences(from: expected) == [])
        let list = try await rig.call("GET", "/notifications", key: rig.token)
        var shown = expected
        for name in ["delivery", "reason"] { shown[name] = nil }
        #expect(list["items"] == [.object(shown)])
    }

    @Test func everyEnvelopeThatSealsIsTaken() async throws {
        let rig = try PersonalRig()
        for (name, envelope) in try VectorFile().part("seal") + VectorFile().part("open_fail") {
            let answer = try await Self.send(rig, envelope)
            #expect(answer.status == 201, "\(name)")
            #expect(answer.string("encrypted") == envelope)
        }
    }

    @Test func everyTextThatIsNoEnvelopeIsRefused() async throws {
        let rig = try PersonalRig()
        for (name, text) in try VectorFile().part("parse_fail") {
            #expect(try await Self.send(rig, text).refusal == "400 notification.invalid", "\(name)")
        }
        #expect(try rig.store.integers("SELECT count(*) FROM notifications") == [0])
    }

    @Test func emptyTextsBesideItAreNone() async throws {
        let rig = try PersonalRig()
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await Self.send(rig, envelope, ["title": "", "body": "", "subtitle": "", "url": ""])
        #expect(answer.status == 201)
        #expect(answer.string("title") == Self.title)
        #expect(answer["subtitle"] == nil && answer["url"] == nil)
    }

    @Test(arguments: ["title", "body", "subtitle", "url"])
    func textBesideItIsRefused(_ name: String) async throws {
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await Self.send(PersonalRig(), envelope, [name: "https://a.example"])
        #expect(answer.refusal == "400 notification.invalid")
    }

    @Test func organizationsShareNoKey() async throws {
        let rig = try PersonalRig()
        let envelope = try VectorFile().envelope("ascii_minimal")
        let answer = try await Self.send(rig, envelope, key: rig.organizationKey)
        #expect(answer.refusal == "422 notification.encryption_unavailable")
        #expect(try await rig.notify(key: rig.organizationKey).status == 201)
    }

    /// What is sealed cannot be shortened later, so it has to fit at once; what is plain may be too large.
    @Test func theLimitIsJudgedToTheByte() async throws {
        let rig = try PersonalRig()
        let envelope = try VectorFile().envelope("max_size")
        func metadata(_ count: Int) -> JSONObject {
            ["metadata": ["k": .string(String(repeating: "x", count: count))]]
        }
        func size(_ count: Int) throws -> Int {
            let content = NotificationContent(
                text: .sealed(envelope), metadata: metadata(count)["metadata"]?.objectValue)
            return NotificationPayload(id: .max, content: content).apns.sizeBytes
        }
        #expect(try await Self.send(rig, envelope).status == 201)
        let most = 4096 - (try size(0))
        #expect(try size(most) == 4096)
        #expect(try await Self.send(rig, envelope, metadata(most)).status == 201)
        let refused = try await Self.send(rig, envelope, metadata(most + 1))
        #expect(refused.refusal == "422 notification.encrypted_too_large")
        #expect(refused.string("detail")?.contains("4097") == true)
        #expect(
            try await rig.notify(metadata(4000).merging(["body": .string(String(repeating: "b", count: 4096))])).status
                == 201)
    }

    @Test func whatGoesToNoDeviceMayBeOfAnySize() async throws {
        let rig = try PersonalRig()
        var more: JSONObject = ["metadata": ["k": .string(String(repeating: "x", count: 4000))]]
        more["push"] = false
        let answer = try await Self.send(rig, VectorFile().envelope("max_size"), more)
        #expect(answer.status == 201)
        #expect(answer["reason"] == "push_disabled")
    }
}

extension JSONObject {
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var object = self
        for (name, value) in other { object[name] = value }
        return object
    }
}
