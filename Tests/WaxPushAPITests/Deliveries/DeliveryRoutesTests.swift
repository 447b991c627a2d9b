// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxSystem

/// `/v1/push/{id}/deliveries`
@Suite struct DeliveryRoutesTests {
    private let rig: PushAPIRig
    private let app: String
    private let push: String

    init() async throws {
        rig = try PushAPIRig()
        app = try await rig.makeApp()
        _ = try await rig.makeDevice(
            app, token: "test_accept", ["user_id": "anna", "encryption_public_key": .string(SeedVector.publicKey)])
        _ = try await rig.makeDevice(app, token: "test_rejected", platform: "android")
        _ = try await rig.makeDevice(app, token: "test_bad_token")
        rig.store.time.advance(by: .seconds(1))
        push = try
            (await rig.call(
                "POST", "/v1/push",
                json: """
                    {"app_id":"\(app)","title":"Your code","body":"123456","data":{"order":"42"},"badge":1,\
                    "sound":"default","all_devices":true}
                    """)).id(202)
        try await rig.deliver(1)
    }

    private func list(_ query: String = "") async throws -> APIAnswer {
        try await rig.call("GET", "/v1/push/\(push)/deliveries\(query)")
    }

    @Test func deliveriesAreShownWhole() async throws {
        let answer = try await list()
        #expect(answer.elements.map { $0["status"] } == ["failed", "failed", "sent"])
        let sent = try #require(answer.elements.last)
        #expect(
            sent.objectValue?.keys == [
                "id", "push_id", "device_id", "user_id", "platform", "status", "encrypted", "error_code",
                "error_message", "provider", "provider_message_id", "provider_status", "provider_reason", "attempts",
                "cost_cents", "refunded", "created_at", "sent_at",
            ])
        #expect(sent["push_id"] == .string(push) && sent["user_id"] == "anna" && sent["platform"] == "ios")
        #expect(sent["encrypted"] == true && sent["provider"] == "apns" && sent["provider_status"] == 200)
        #expect(sent["attempts"] == 1 && sent["error_code"] == .null && sent["error_message"] == .null)
        #expect(sent["sent_at"] == .string(rig.store.now.rfc3339))
        let rejected = answer.elements[1]
        #expect(rejected["error_code"] == "PROVIDER_REJECTED" && rejected["provider"] == "fcm")
        #expect(rejected["error_message"] == "The provider refused the request." && rejected["sent_at"] == .null)
        #expect(rejected["encrypted"] == false && rejected["provider_reason"] == "TEST_REJECTED")
        #expect(answer.elements[0]["error_code"] == "TOKEN_INVALID")
    }

    @Test func filtersAndPages() async throws {
        let all = try await list().ids
        #expect(try await list("?status=sent").ids == [all[2]])
        #expect(try await list("?status=failed&error_code=TOKEN_INVALID").ids == [all[0]])
        #expect(try await list("?error_code=NOTHING").ids == [])
        #expect(try await list("?status=done").problems == ["status one_of"])
        #expect(try await list("?error_code=").problems == ["error_code length"])
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try await list("?limit=1\(cursor.map { "&cursor=\($0)" } ?? "")")
            found += page.ids
            cursor = page.string("next_cursor")
        } while cursor != nil
        #expect(found == all)
    }

    @Test func aDeliveryWithATestKeyShowsWhatAppleWouldHaveGot() async throws {
        let id = try #require(try await list("?status=sent").ids.first)
        let answer = try await rig.call("GET", "/v1/push/\(push)/deliveries/\(id)")
        let request = try #require(answer["test_request"])
        #expect(request["provider"] == "apns")
        #expect(request["headers"]?["authorization"] == "bearer …")
        #expect(request["headers"]?["apns-topic"] == .string("test.\(app)"))
        #expect(request["headers"]?[":path"] == "/3/device/test_accept")
        let body = try #require(request["body"])
        #expect(body.text.hasPrefix(SeedVector.apnsStart))
        let opened = try HKEnvelope(try #require(body["hk"])).open(with: DeviceKeys.seed().privateKey)
        #expect(String(decoding: opened, as: UTF8.self) == SeedVector.plaintext)
        // Everything else as in the list.
        var object = try #require(answer.body.objectValue)
        object["test_request"] = nil
        #expect(try await list("?status=sent").elements == [.object(object)])
    }

    @Test func afterADayTheRequestIsForgotten() async throws {
        let id = try #require(try await list("?status=sent").ids.first)
        rig.store.time.advance(by: .seconds(86_400))
        let answer = try await rig.call("GET", "/v1/push/\(push)/deliveries/\(id)")
        #expect(answer.status == 200 && answer["test_request"] == .null)
    }

    /// As deep as a request may be: what would be sent lies two objects further down.
    @Test func theDeepestDataIsShownToo() async throws {
        let depth = 63
        let data = String(repeating: #"{"a":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
        let push = try
            (await rig.call(
                "POST", "/v1/push", json: #"{"app_id":"\#(app)","title":"x","all_devices":true,"data":\#(data)}"#)).id(
                202)
        try await rig.deliver(2)
        let id = try #require(try await rig.call("GET", "/v1/push/\(push)/deliveries?status=failed").ids.last)
        let answer = try await rig.raw("GET", "/v1/push/\(push)/deliveries/\(id)")
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""test_request":{"provider":"fcm""#))
    }

    @Test func whatIsNotThere() async throws {
        let ids = try await list().ids
        let other = try
            (await rig.call("POST", "/v1/push", ["app_id": .string(app), "title": "x", "all_devices": true])).id(202)
        for path in [
            "/v1/push/\(push)/deliveries/pdlv_\(rig.store.newID().text)", "/v1/push/\(push)/deliveries/\(push)",
            "/v1/push/\(other)/deliveries/\(ids[0])", "/v1/push/push_\(rig.store.newID().text)/deliveries",
            "/v1/push/push_\(rig.store.newID().text)/deliveries/\(ids[0])",
        ] {
            #expect(try await rig.call("GET", path).refusal == "404 NOT_FOUND")
        }
    }
}
