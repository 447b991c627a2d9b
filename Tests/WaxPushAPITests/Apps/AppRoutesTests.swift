// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxProviders
import WaxSystem

/// `/v1/push/apps`, apart from the rules of its fields.
@Suite struct AppRoutesTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    private func account() throws -> JSONValue { try JSONReader.parse(try TestKeys.fcm().encoded()) }

    @Test func aNewAppIsShownWhole() async throws {
        let answer = try await rig.call("POST", "/v1/push/apps", ["name": "Café"])
        #expect(answer.status == 201)
        let id = try answer.id(201)
        #expect(id.hasPrefix("papp_") && id.utf8.count == 31)
        let time = JSONValue.string(rig.store.now.rfc3339)
        #expect(
            answer.body == [
                "id": .string(id), "name": "Café", "mode": "TEST", "apns": .null, "fcm": .null, "web_push": .null,
                "require_encryption": false, "placeholder_title": "New notification", "placeholder_body": "",
                "padding": "none", "created_at": time, "updated_at": time,
            ])
        #expect(try await rig.call("GET", "/v1/push/apps/\(id)").body == answer.body)
    }

    @Test func credentialsAreNamedAndNeverShown() async throws {
        let apns = APNsMembers.all.changed(APNsMembers.sandbox)
        let answer = try await rig.call(
            "POST", "/v1/push/apps", ["name": "x", "apns": .object(apns), "fcm": ["service_account": try account()]])
        #expect(
            answer["apns"] == [
                "team_id": "TEAM123456", "bundle_id": "com.example.app", "key_id": "KEY1234567",
                "sandbox_key_id": "SAND123456", "configured": true,
            ])
        #expect(
            answer["fcm"] == [
                "project_id": "demo-project", "client_email": "push@demo-project.iam.gserviceaccount.com",
                "private_key_id": "abc123",
            ])
        let id = try answer.id(201)
        for shown in [
            answer, try await rig.call("GET", "/v1/push/apps/\(id)"), try await rig.call("GET", "/v1/push/apps"),
        ] {
            #expect(!shown.body.text.contains("PRIVATE KEY"))
        }
    }

    @Test func theKeyFileMayBeTextAsWell() async throws {
        let answer = try await rig.call(
            "POST", "/v1/push/apps", ["name": "x", "fcm": ["service_account": .string(try account().text)]])
        #expect(answer["fcm"]?["project_id"] == "demo-project")
    }

    @Test func aChangeMergesAndNullRestores() async throws {
        let id = try await rig.makeApp([
            "apns": .object(APNsMembers.all), "require_encryption": true, "placeholder_title": "Hi",
            "placeholder_body": "There",
            "padding": "256",
        ])
        rig.store.time.advance(by: .seconds(1))
        var answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["name": "New", "apns": ["bundle_id": "a.b"]])
        #expect(answer.status == 200 && answer["name"] == "New" && answer["require_encryption"] == true)
        #expect(answer["apns"]?["bundle_id"] == "a.b" && answer["apns"]?["team_id"] == "TEAM123456")
        #expect(answer["updated_at"] == .string(rig.store.now.rfc3339) && answer["updated_at"] != answer["created_at"])
        answer = try await rig.call(
            "PATCH", "/v1/push/apps/\(id)",
            ["apns": .null, "placeholder_title": .null, "placeholder_body": .null, "padding": .null])
        #expect(answer["apns"] == .null && answer["placeholder_title"] == "New notification")
        #expect(answer["placeholder_body"] == "" && answer["padding"] == "none" && answer["name"] == "New")
        answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", [:])
        #expect(answer.status == 200 && answer["require_encryption"] == true)
    }

    @Test func eachProviderChangesByItself() async throws {
        let app = try await rig.makeApp([
            "apns": .object(APNsMembers.all.changed(APNsMembers.sandbox)),
            "fcm": ["service_account": try account()],
        ])
        func change(_ body: JSONObject) async throws -> APIAnswer {
            try await rig.call("PATCH", "/v1/push/apps/\(app)", body)
        }
        let before = try await rig.call("GET", "/v1/push/apps/\(app)")
        #expect(try await change(["apns": [:]])["apns"] == before["apns"])
        // A key and its id belong together.
        #expect(try await change(["apns": ["key_id": "NEW1234567"]]).problems == ["apns.private_key required"])
        #expect(try await change(["apns": ["private_key": .string(TestKeys.p8)]]).problems == ["apns.key_id required"])
        var answer = try await change(["apns": ["key_id": "NEW1234567", "private_key": .string(TestKeys.p8)]])
        #expect(answer["apns"]?["key_id"] == "NEW1234567" && answer["apns"]?["sandbox_key_id"] == "SAND123456")
        answer = try await change(["apns": ["sandbox_key_id": .null, "sandbox_private_key": .null]])
        #expect(answer["apns"]?["sandbox_key_id"] == .null && answer["apns"]?["key_id"] == "NEW1234567")
        answer = try await change(["fcm": .null])
        #expect(answer["fcm"] == .null && answer["apns"]?["key_id"] == "NEW1234567")
        answer = try await change(["apns": .null, "fcm": ["service_account": try account()]])
        #expect(answer["apns"] == .null && answer["fcm"] == before["fcm"])
    }

    @Test func aRefusedChangeChangesNothing() async throws {
        let id = try await rig.makeApp()
        let before = try await rig.call("GET", "/v1/push/apps/\(id)").body
        let answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["name": "Good", "padding": "65"])
        #expect(answer.problems == ["padding one_of"])
        #expect(try await rig.call("GET", "/v1/push/apps/\(id)").body == before)
    }

    @Test func aPartialCredentialNeedsOneToChange() async throws {
        let id = try await rig.makeApp()
        let answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", ["apns": ["bundle_id": "a.b"]])
        #expect(answer.problems == ["apns.team_id required", "apns.key_id required", "apns.private_key required"])
    }

    @Test func turningTheRequirementOnCoversWhatWaits() async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app)
        let push = try await rig.call("POST", "/v1/push", ["app_id": .string(app), "title": "x", "all_devices": true])
        #expect(push["encrypted"] == false)
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", ["require_encryption": true])
        let id = try push.id(202)
        #expect(try await rig.call("GET", "/v1/push/\(id)")["encrypted"] == true)
        try await rig.deliver(1)
        let done = try await rig.call("GET", "/v1/push/\(id)")
        #expect(done["status"] == "failed" && done["error_code"] == "ENCRYPTION_KEY_MISSING")
        #expect(done["error_message"] == "The app requires encryption and the device has no key.")
        // It stays as it was when sending started.
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", ["require_encryption": false])
        #expect(try await rig.call("GET", "/v1/push/\(id)")["encrypted"] == true)
    }
}
