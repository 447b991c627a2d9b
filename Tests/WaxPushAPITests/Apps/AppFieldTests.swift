// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxCrypto
import WaxJSON
import WaxProviders

/// The rules of a push app's fields, at both sides of each limit.
@Suite struct AppFieldTests {
    static let apns =
        #""team_id":"TEAM123456","bundle_id":"com.example.app","key_id":"KEY1234567","private_key":\#(JSONValue.string(TestKeys.p8).text)"#

    /// Members besides `name`, and the problems with them.
    static let rules: [(String, [String])] = [
        ("", []), (#""require_encryption":true"#, []), (#""require_encryption":null"#, ["require_encryption not_null"]),
        (#""require_encryption":"yes""#, ["require_encryption type"]),
        (#""require_encryption":1"#, ["require_encryption type"]),
        (#""placeholder_title":"\#(String(repeating: "é", count: 200))""#, []),
        (#""placeholder_title":"\#(String(repeating: "é", count: 201))""#, ["placeholder_title length"]),
        (#""placeholder_title":"""#, ["placeholder_title length"]), (#""placeholder_title":null"#, []),
        (#""placeholder_title":["x"]"#, ["placeholder_title type"]),
        (#""placeholder_body":"\#(String(repeating: "x", count: 500))""#, []),
        (#""placeholder_body":"\#(String(repeating: "x", count: 501))""#, ["placeholder_body length"]),
        (#""placeholder_body":"","placeholder_title":"x""#, []),
        (#""padding":"none""#, []), (#""padding":"64""#, []), (#""padding":"1024""#, []), (#""padding":null"#, []),
        (#""padding":"32""#, ["padding one_of"]), (#""padding":"2048""#, ["padding one_of"]),
        (#""padding":64"#, ["padding type"]),
        (#""apns":null"#, []),
        (
            #""apns":{}"#,
            ["apns.team_id required", "apns.bundle_id required", "apns.key_id required", "apns.private_key required"]
        ),
        (#""apns":{\#(apns)}"#, []), (#""apns":"x""#, ["apns type"]),
        (#""apns":{\#(apns),"more":1}"#, ["apns.more unknown_field"]),
        (#""apns":{\#(apns),"sandbox_key_id":"SAND123456"}"#, ["apns.sandbox_private_key required"]),
        (#""fcm":{}"#, ["fcm.service_account required"]),
        (#""fcm":{"service_account":"{"}"#, ["fcm.service_account format"]),
        (
            #""fcm":{"service_account":{}}"#,
            [
                "fcm.service_account.type required", "fcm.service_account.project_id required",
                "fcm.service_account.client_email required", "fcm.service_account.private_key_id required",
                "fcm.service_account.private_key required", "fcm.service_account.token_uri required",
            ]
        ),
        (#""require_encrypton":true"#, ["require_encrypton unknown_field"]), (#""id":"papp_x""#, ["id unknown_field"]),
        (#""mode":"LIVE","created_at":null"#, ["mode unknown_field", "created_at unknown_field"]),
    ]

    @Test(arguments: rules) func member(json: String, expected: [String]) async throws {
        let rig = try PushAPIRig()
        let body = #"{"name":"x"\#(json.isEmpty ? "" : ",")\#(json)}"#
        let answer = try await rig.call("POST", "/v1/push/apps", json: body)
        #expect(answer.problems == expected)
        #expect(answer.refusal == (expected.isEmpty ? "201 " : "422 VALIDATION_ERROR"))
    }

    @Test(arguments: [
        ("{}", ["name required"]), (#"{"name":null}"#, ["name not_null"]), (#"{"name":""}"#, ["name length"]),
        (#"{"name":"\#(String(repeating: "é", count: 100))"}"#, []),
        (#"{"name":"\#(String(repeating: "é", count: 101))"}"#, ["name length"]), (#"{"name":7}"#, ["name type"]),
        (
            #"{"name":1,"padding":2,"apns":3,"fcm":4,"x":5}"#,
            ["name type", "apns type", "fcm type", "padding type", "x unknown_field"]
        ),
    ])
    func name(json: String, expected: [String]) async throws {
        let answer = try await PushAPIRig().call("POST", "/v1/push/apps", json: json)
        #expect(answer.problems == expected)
    }

    @Test(arguments: [
        ("team_id", #""TEAM12345""#), ("team_id", #""TEAM1234567""#), ("team_id", #""TEAM-23456""#),
        ("team_id", "null"),
        ("key_id", #""KEY123456""#), ("bundle_id", #""""#), ("bundle_id", #""com example""#),
        ("bundle_id", #""com/example""#),
        ("private_key", #""x""#), ("private_key", #""-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----""#),
    ])
    func aWrongAPNsMember(name: String, value: String) async throws {
        let object = try JSONReader.parse("{\(Self.apns)}")
        var members = try #require(object.objectValue)
        members[name] = try JSONReader.parse(value)
        let answer = try await PushAPIRig().call("POST", "/v1/push/apps", ["name": "x", "apns": .object(members)])
        #expect(answer.status == 422 && answer.problems.count == 1)
        #expect(answer.problems.first?.hasPrefix("apns.\(name) ") == true)
    }

    @Test(arguments: [
        ("type", #""user""#), ("project_id", #""a/b""#), ("project_id", #""""#), ("client_email", #""nobody""#),
        ("private_key", #""x""#), ("private_key_id", "null"), ("token_uri", #""http://oauth2.googleapis.com/token""#),
        ("token_uri", #""https://evil.example/token""#), ("token_uri", "7"),
    ])
    func aWrongMemberOfTheKeyFile(name: String, value: String) async throws {
        var members = try #require(try JSONReader.parse(try TestKeys.fcm().encoded()).objectValue)
        members[name] = try JSONReader.parse(value)
        let answer = try await PushAPIRig().call(
            "POST", "/v1/push/apps", ["name": "x", "fcm": ["service_account": .object(members)]])
        #expect(answer.status == 422 && answer.problems.count == 1)
        #expect(answer.problems.first?.hasPrefix("fcm.service_account.\(name) ") == true)
        #expect(!answer.body.text.contains("PRIVATE KEY"))
    }

    /// Keys of the other provider's kind are PEM texts too.
    @Test func aKeyOfAnotherKind() async throws {
        let fcm = try TestKeys.fcm()
        let apns = APNsMembers.all.changed(["private_key": .string(fcm.privateKey.pemRepresentation)])
        let keyFile = try JSONReader.parse(fcm.encoded())
        let account = try #require(keyFile.objectValue).changed(["private_key": .string(TestKeys.p8)])
        let answer = try await PushAPIRig().call(
            "POST", "/v1/push/apps",
            ["name": "x", "apns": .object(apns), "fcm": ["service_account": .object(account)]])
        #expect(answer.problems == ["apns.private_key format", "fcm.service_account.private_key format"])
    }

    @Test(arguments: ["name", "require_encryption"]) func whatCannotBeCleared(name: String) async throws {
        let rig = try PushAPIRig()
        let id = try await rig.makeApp()
        let answer = try await rig.call("PATCH", "/v1/push/apps/\(id)", json: #"{"\#(name)":null}"#)
        #expect(answer.problems == ["\(name) not_null"])
    }
}
