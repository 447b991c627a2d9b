// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxJSON
import WaxRecords
import WaxSystem

/// `POST /v1/push`: what is accepted, and what it is answered.
@Suite struct PushAcceptanceTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    private func post(_ app: String, _ more: JSONObject) async throws -> APIAnswer {
        let body: JSONObject = ["app_id": .string(app), "all_devices": true]
        return try await rig.call("POST", "/v1/push", body.changed(more))
    }

    @Test func anAcceptedPushIsShownWhole() async throws {
        let app = try await rig.makeApp()
        for token in ["aa", "bb"] { _ = try await rig.makeDevice(app, token: token) }
        let answer = try await post(app, ["title": "Your code", "body": "123456"])
        let id = try answer.id(202)
        #expect(id.hasPrefix("push_") && id.utf8.count == 31)
        let members = try #require(answer.body.objectValue)
        #expect(
            members.keys == [
                "id", "app_id", "mode", "status", "encrypted", "device_count", "counts", "scheduled_at", "sent_at",
                "cancelled_at", "cost_cents", "refunded_cents", "fallback", "error_code", "error_message",
                "content_purged", "created_at",
            ])
        #expect(answer["mode"] == "TEST" && answer["status"] == "queued" && answer["encrypted"] == false)
        #expect(answer["device_count"] == 2 && answer["content_purged"] == false && answer["fallback"] == .null)
        #expect(answer["counts"] == ["queued": 0, "sent": 0, "failed": 0, "refused": 0])
        #expect(answer["created_at"] == .string(rig.store.now.rfc3339) && answer["scheduled_at"] == .null)
        #expect(try await rig.call("GET", "/v1/push/\(id)").body == answer.body)
        #expect(!answer.body.text.contains("123456"))
    }

    @Test func theCountOfDevicesIsOfThoseThatCanGetIt() async throws {
        let app = try await rig.makeApp(["require_encryption": true])
        _ = try await rig.makeDevice(app, token: "aa", ["encryption_public_key": .string(SeedVector.publicKey)])
        _ = try await rig.makeDevice(app, token: "bb", ["user_id": "anna"])
        #expect(try await post(app, ["title": "x"])["device_count"] == 1)
        #expect(try await post(app, ["title": "x"])["encrypted"] == true)
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", ["require_encryption": false])
        #expect(try await post(app, ["title": "x"])["device_count"] == 2)
        let one = try await rig.call("POST", "/v1/push", ["app_id": .string(app), "title": "x", "user_id": "anna"])
        #expect(one["device_count"] == 1)
    }

    @Test func aPushToNobodyIsAcceptedAndFails() async throws {
        let app = try await rig.makeApp()
        let answer = try await post(app, ["title": "x"])
        #expect(answer.status == 202 && answer["device_count"] == 0)
        try await rig.deliver(1)
        let done = try await rig.call("GET", "/v1/push/\(try answer.id(202))")
        #expect(done["status"] == "failed" && done["error_code"] == "NO_DEVICES" && done["content_purged"] == true)
        #expect(done["error_message"] == "No active device matches the target.")
    }

    @Test func theContentIsPurgedWhenThePushIsFinal() async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app)
        let answer = try await post(app, ["title": "x", "collapse_key": "k"])
        try await rig.deliver(1)
        let done = try await rig.call("GET", "/v1/push/\(try answer.id(202))")
        #expect(done["status"] == "sent" && done["content_purged"] == true && done["error_code"] == .null)
        #expect(done["sent_at"] == .string(rig.store.now.rfc3339))
        #expect(done["counts"] == ["queued": 0, "sent": 1, "failed": 0, "refused": 0])
        #expect(try rig.store.integers("SELECT content IS NULL FROM pushes") == [1])
    }

    // MARK: Sizes

    /// A body whose plaintext `{"body":"…"}` has so many bytes.
    private func body(plaintext count: Int) -> JSONObject {
        ["body": .string(String(repeating: "x", count: count - 11))]
    }

    @Test(arguments: [("ios", 2892), ("android", 2952)])
    func theLargestSealedPush(platform: String, largest: Int) async throws {
        let app = try await rig.makeApp()
        let key: JSONObject = ["encryption_public_key": .string(SeedVector.publicKey)]
        _ = try await rig.makeDevice(app, platform: platform, key)
        #expect(try await post(app, body(plaintext: largest)).status == 202)
        for excess in [1, 2, 100, 1000] {
            let answer = try await post(app, body(plaintext: largest + excess))
            #expect(answer.refusal == "422 PUSH_PAYLOAD_TOO_LARGE")
            #expect(answer.details["cut_bytes"]?.int64Value == Int64(excess))
            #expect(answer.details["limit_bytes"] == 4096 && answer.details["encrypted"] == true)
            #expect(answer.details["platform"] == .string(platform))
            let size = try #require(answer.details["size_bytes"]?.int64Value)
            #expect(size > 4096)
            // Cutting just so much makes it fit.
            #expect(try await post(app, body(plaintext: largest)).status == 202)
        }
        #expect(try rig.store.integers("SELECT count(*) FROM pushes") == [5])
    }

    @Test func onlyTheFormsOfDevicesThatAreThereCount() async throws {
        let app = try await rig.makeApp()
        let large = body(plaintext: 3500)
        #expect(try await post(app, large).status == 202)
        _ = try await rig.makeDevice(app, token: "aa")
        #expect(try await post(app, large).status == 202)
        _ = try await rig.makeDevice(
            app, token: "t", platform: "android", ["encryption_public_key": .string(SeedVector.publicKey)])
        let answer = try await post(app, large)
        #expect(answer.details["platform"] == "android" && answer.details["cut_bytes"]?.int64Value == 3500 - 2952)
        _ = try await rig.makeDevice(app, token: "bb", ["encryption_public_key": .string(SeedVector.publicKey)])
        let worse = try await post(app, large)
        #expect(worse.details["platform"] == "ios" && worse.details["cut_bytes"]?.int64Value == 3500 - 2892)
    }

    @Test func whoeverIsRefusedAnywayDoesNotCount() async throws {
        let app = try await rig.makeApp(["require_encryption": true])
        _ = try await rig.makeDevice(app)
        #expect(try await post(app, ["body": .string(String(repeating: "x", count: 5000))]).status == 202)
    }

    @Test(arguments: [
        ("ios", 4067, 0), ("ios", 4068, 1), ("ios", 5000, 933), ("android", 4092, 0), ("android", 4093, 1),
    ]) func theLargestReadablePush(platform: String, count: Int, cut: Int) async throws {
        let app = try await rig.makeApp()
        _ = try await rig.makeDevice(app, platform: platform)
        // `{"aps":{"alert":{"body":"…"}}}`, and the name `body` with its text.
        let answer = try await post(app, ["body": .string(String(repeating: "x", count: count))])
        if cut == 0 {
            #expect(answer.status == 202)
        } else {
            #expect(answer.details["cut_bytes"]?.int64Value == Int64(cut) && answer.details["encrypted"] == false)
            #expect(answer.details["size_bytes"]?.int64Value == Int64(4096 + cut))
            #expect(answer.details["platform"] == .string(platform))
        }
    }

    // MARK: Names that Google keeps for itself

    @Test func reservedNamesCountForReadableAndroidOnly() async throws {
        let app = try await rig.makeApp()
        let data: JSONObject = ["title": "x", "data": ["from": "a", "ok": "b", "google.x": 1, "hk": 2]]
        #expect(try await post(app, data).status == 202)
        _ = try await rig.makeDevice(app, token: "aa")
        _ = try await rig.makeDevice(
            app, token: "s", platform: "android", ["encryption_public_key": .string(SeedVector.publicKey)])
        #expect(try await post(app, data).status == 202)
        _ = try await rig.makeDevice(app, token: "t", platform: "android")
        let answer = try await post(app, data)
        #expect(answer.problems == ["data.from not_allowed", "data.google.x not_allowed", "data.hk not_allowed"])
        _ = try await rig.call("PATCH", "/v1/push/apps/\(app)", ["require_encryption": true])
        #expect(try await post(app, data).status == 202)
    }
}
