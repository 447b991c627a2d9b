// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON

@Suite(.bounded, .timeLimit(.minutes(4))) struct BadBodyTests {
    private struct Wrong {
        let request: String
        let body: String
        /// The fields that are to be named.
        let fields: Set<String>

        init(_ request: String, _ body: String, _ fields: Set<String>) {
            self.request = request
            self.body = body
            self.fields = fields
        }
    }

    /// `APP` stands for the id of an app.
    private static let wrong = [
        Wrong("POST /v1/push/apps", "{}", ["name"]),
        Wrong("POST /v1/push/apps", #"{"name":null}"#, ["name"]),
        Wrong("POST /v1/push/apps", #"{"name":""}"#, ["name"]),
        Wrong("POST /v1/push/apps", #"{"name":1,"require_encryption":"yes"}"#, ["name", "require_encryption"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","require_encryption":null}"#, ["require_encryption"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","require_encyption":true}"#, ["require_encyption"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","padding":64}"#, ["padding"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","padding":"65"}"#, ["padding"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","placeholder_title":["a"]}"#, ["placeholder_title"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","apns":"key"}"#, ["apns"]),
        Wrong(
            "POST /v1/push/apps", #"{"name":"x","apns":{"team_id":"1","bundle_id":2,"more":3}}"#,
            ["apns.team_id", "apns.bundle_id", "apns.key_id", "apns.private_key", "apns.more"]),
        Wrong("POST /v1/push/apps", #"{"name":"x","fcm":{"service_account":"{}"}}"#, []),
        Wrong("PATCH /v1/push/apps/APP", #"{"name":null}"#, ["name"]),
        Wrong("PATCH /v1/push/apps/APP", #"{"require_encryption":null,"id":"papp_x"}"#, ["require_encryption", "id"]),
        Wrong("PUT /v1/push/devices", "{}", ["app_id", "token", "platform"]),
        Wrong(
            "PUT /v1/push/devices", #"{"app_id":1,"token":2,"platform":3,"user_id":4}"#,
            ["app_id", "token", "platform", "user_id"]),
        Wrong("PUT /v1/push/devices", #"{"app_id":"APP","token":"0a0","platform":"ios"}"#, ["token"]),
        Wrong("PUT /v1/push/devices", #"{"app_id":"APP","token":"xx","platform":"ios"}"#, ["token"]),
        Wrong("PUT /v1/push/devices", #"{"app_id":"APP","token":"a b","platform":"android"}"#, ["token"]),
        Wrong("PUT /v1/push/devices", #"{"app_id":"APP","token":"é","platform":"android"}"#, ["token"]),
        Wrong("PUT /v1/push/devices", #"{"app_id":"APP","token":"0a","platform":"iOS"}"#, ["platform"]),
        Wrong(
            "PUT /v1/push/devices", #"{"app_id":"APP","token":"0a","platform":"ios","apns_environment":"dev"}"#,
            ["apns_environment"]),
        Wrong(
            "PUT /v1/push/devices", #"{"app_id":"APP","token":"t","platform":"android","apns_environment":"sandbox"}"#,
            ["apns_environment"]),
        Wrong(
            "PUT /v1/push/devices", #"{"app_id":"APP","token":"0a","platform":"ios","encryption_publicKey":"x"}"#,
            ["encryption_publicKey"]),
        Wrong("POST /v1/push", "{}", ["app_id", "target", "title"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","user_id":"u"}"#, ["title"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"","body":""}"#, ["title"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","title":"t"}"#, ["target"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","title":"t","user_id":"u","all_devices":true}"#, ["target"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","title":"t","all_devices":false}"#, ["all_devices"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","title":"t","user_ids":[]}"#, ["user_ids"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","title":"t","user_ids":["u",5]}"#, ["user_ids[1]"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":["t"],"data":"x","badge":"1","sound":2}"#,
            ["title", "data", "badge", "sound"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"t","badge":-1,"ttl_seconds":2419201}"#,
            ["badge", "ttl_seconds"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"t","badge":1.5,"priority":"urgent"}"#,
            ["badge", "priority"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"t","collapse_key":"é","thread_id":""}"#,
            ["collapse_key", "thread_id"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"t","scheduled_at":"tomorrow"}"#,
            ["scheduled_at"]),
        Wrong(
            "POST /v1/push", #"{"app_id":"APP","user_id":"u","title":"t","scheduled_at":"2020-01-01T00:00:00Z"}"#,
            ["scheduled_at"]),
        Wrong("POST /v1/push", #"{"app_id":"APP","user_id":"u","Title":"t","title":"t"}"#, ["Title"]),
        Wrong("POST /v1/push", #"["title"]"#, ["request"]),
        Wrong("POST /v1/push", "null", ["request"]),
    ]

    @Test func whatIsWrongIsNamedAndNothingIsStored() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        for wrong in Self.wrong {
            let parts = wrong.request.split(separator: " ")
            let response = try await server.send(
                String(parts[0]), String(parts[1]).replacing("APP", with: server.appID),
                Array(wrong.body.replacing("APP", with: server.appID).utf8))
            let details = try expectError(response, 422, "VALIDATION_ERROR")
            let errors = try #require(details["errors"]?.arrayValue)
            let fields = Set(errors.compactMap { $0["field"]?.stringValue })
            #expect(errors.allSatisfy { $0.objectValue?.keys == ["field", "code", "message"] })
            if wrong.fields.isEmpty {
                #expect(!fields.isEmpty, "\(wrong.body)")
            } else {
                #expect(fields == wrong.fields, "\(wrong.request) \(wrong.body)")
            }
        }
        #expect(try await server.stored() == before)
    }

    private static let noJSON = [
        "", " ", "{", "}", "nul", "{\"name\":\"x\",}", "{\"name\":\"x\"} x", "{'name':'x'}",
        "{\"name\":\"x\",\"name\":\"y\"}",
        "{\"name\":\"\\ud800\"}", "{\"name\":\"a\nb\"}", "{\"name\":01}", "{\"name\":NaN}", "{\"name\":\"x\"",
        "\u{FEFF}{\"name\":\"x\"}",
        String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 40_000),
    ]

    @Test func whatIsNoJSONIsRefused() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let invalidUTF8 = Array("{\"name\":\"".utf8) + [0xFF, 0xC0, 0x80] + Array("\"}".utf8)
        for body in Self.noJSON.map({ Array($0.utf8) }) + [invalidUTF8] {
            try expectError(try await server.send("POST", "/v1/push/apps", body), 400, "INVALID_JSON")
        }
        #expect(try await server.stored() == before)
    }

    @Test func onlyJSONIsTaken() async throws {
        let server = try await BareServer()
        let before = try await server.stored()
        let body = Array(#"{"name":"x"}"#.utf8)
        for type in [
            nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json",
            "application/jsonp", "application/json; charset=latin1", "application/json, text/plain",
        ] {
            try expectError(
                try await server.send("POST", "/v1/push/apps", type: type, body), 415, "UNSUPPORTED_MEDIA_TYPE")
        }
        #expect(try await server.stored() == before)
        for type in ["application/json", "Application/JSON;charset=UTF-8", #"application/json; charset="utf-8""#] {
            #expect(try await server.send("POST", "/v1/push/apps", type: type, body).status == 201)
        }
    }
}
