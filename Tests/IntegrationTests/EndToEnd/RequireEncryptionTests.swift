// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxJSON
import WaxSimulator

@Suite(.bounded, .timeLimit(.minutes(4))) struct RequireEncryptionTests {
    private static let push: JSONObject = ["title": "Visible title", "body": "Visible body", "data": ["k": "visible"]]

    @Test(arguments: [Stage.iPhone, Stage.android])
    func aDeviceWithoutAKeyGetsPlainTextWhereThatIsAllowed(_ app: SimulatedApp) async throws {
        let stage = try await Stage()
        let sealed = try await stage.phone(app, user: "user")
        let plain = try await stage.phone(app, user: "user", withKey: false)
        let push = try await stage.send(to: "user", Self.push)
        #expect(push["status"] == "sent")
        #expect(push["encrypted"] == false)
        #expect(push["device_count"] == 2)
        for phone in [sealed, plain] {
            let shown = try #require(await phone.shown(atLeast: 1, within: .seconds(30))?.first)
            #expect(shown.title == "Visible title")
            #expect(shown.body == "Visible body")
            #expect(shown.dataJSON == #"{"k":"visible"}"#)
            #expect(shown.wasEncrypted == (phone === sealed))
        }
        #expect(try #require(sealed.received.first).readable(["Visible title", "Visible body", "visible"]).isEmpty)
        #expect(try #require(plain.received.first).readable(["Visible title", "Visible body"]).count == 2)
        let encrypted = try await stage.api.deliveries(push.string("id")).map { $0["encrypted"]?.boolValue }
        #expect(encrypted.count { $0 == true } == 1 && encrypted.count { $0 == false } == 1)
    }

    @Test func aDeviceWithoutAKeyIsRefusedWhereEncryptionIsRequired() async throws {
        let stage = try await Stage(app: ["require_encryption": true])
        let sealed = try await stage.phone(Stage.iPhone, user: "user")
        let plain = [
            try await stage.phone(Stage.iPhone, user: "user", withKey: false),
            try await stage.phone(Stage.android, user: "user", withKey: false),
        ]
        let id = try await stage.api.send(stage.push(to: "user", Self.push))
        let push = try await stage.api.finished(id)
        #expect(push["status"] == "sent")
        #expect(push["encrypted"] == true)
        #expect(push["device_count"] == 1)
        #expect(push["counts"] == ["queued": 0, "sent": 1, "failed": 0, "refused": 2])
        let refused = try await stage.api.list("/v1/push/\(id)/deliveries?status=refused")
        #expect(refused.count == 2)
        for delivery in refused {
            #expect(delivery["error_code"] == "ENCRYPTION_KEY_MISSING")
            #expect(delivery["encrypted"] == false)
            #expect(delivery["provider_status"] == .null)
        }
        #expect(await sealed.shown(atLeast: 1, within: .seconds(30))?.first?.title == "Visible title")
        #expect(plain.allSatisfy { $0.received.isEmpty })
        #expect(stage.received.count == 1)
    }

    @Test func aPushThatEveryDeviceRefusesFails() async throws {
        let stage = try await Stage(app: ["require_encryption": true])
        let phone = try await stage.phone(Stage.android, user: "user", withKey: false)
        let accepted = try await stage.api.make("POST", "/v1/push", stage.push(to: "user", Self.push))
        #expect(accepted.status == 202)
        #expect(accepted["device_count"] == 0)
        let push = try await stage.api.finished(accepted.string("id"))
        #expect(push["status"] == "failed")
        #expect(push["error_code"] == "ENCRYPTION_KEY_MISSING")
        #expect(push["device_count"] == 0)
        #expect(stage.received.isEmpty)

        // With its key the same device gets the next push.
        try await stage.register(phone, user: "user")
        #expect(try await stage.send(to: "user", Self.push)["status"] == "sent")
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.first?.wasEncrypted == true)
    }

    @Test func turningItOnAndTakingAKeyAwayCount() async throws {
        let stage = try await Stage()
        let phone = try await stage.phone(Stage.iPhone, user: "user")
        try await stage.register(
            phone.token, of: phone.app, user: "user", adding: ["encryption_public_key": .null])
        try await stage.api.make("PATCH", "/v1/push/apps/\(stage.appID)", ["require_encryption": true])
        let push = try await stage.send(to: "user", Self.push)
        #expect(push["error_code"] == "ENCRYPTION_KEY_MISSING")
        #expect(push["encrypted"] == true)
        #expect(stage.received.isEmpty)
        try await stage.api.make("PATCH", "/v1/push/apps/\(stage.appID)", ["require_encryption": false])
        #expect(try await stage.send(to: "user", Self.push)["status"] == "sent")
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.first?.wasEncrypted == false)
    }
}
