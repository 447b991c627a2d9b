// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxFields
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxRecords

/// What every refusal looks like.
@Suite struct ErrorAnswerTests {
    private let rig: PushAPIRig

    init() throws { rig = try PushAPIRig() }

    @Test(arguments: [(nil, false), ("en", false), ("fr-CA", true), ("de", false), ("fr;q=0.2, en;q=0.1", true)])
    func theBodyInBothLanguages(language: String?, isFrench: Bool) async throws {
        let headers = language.map { [("Accept-Language", $0)] } ?? []
        let answer = try await rig.call("POST", "/v1/push/apps", json: #"{"name":"","x":1}"#, headers: headers)
        let french = isFrench ? "Certains champs ne sont pas valides." : "Some fields are not valid."
        #expect(
            answer.body == [
                "code": "VALIDATION_ERROR", "message": .string(french), "messageEn": "Some fields are not valid.",
                "messageFr": "Certains champs ne sont pas valides.", "statusCode": 422,
                "details": [
                    "errors": [
                        [
                            "field": "name", "code": "length",
                            "message": isFrench
                                ? "name doit compter 1 à 100 caractères" : "name must be 1 to 100 characters",
                        ],
                        [
                            "field": "x", "code": "unknown_field",
                            "message": isFrench ? "x n'est pas un champ connu" : "x is not a known field",
                        ],
                    ]
                ],
            ])
        #expect(answer.status == 422)
    }

    @Test func everyCodeHasItsTexts() {
        for code in APIErrorCode.allCases {
            #expect((400..<600).contains(code.status))
            #expect(code.message.english.hasSuffix(".") && code.message.french.hasSuffix("."))
            #expect(code.message.english != code.message.french)
            #expect(code.rawValue == code.rawValue.uppercased())
        }
    }

    @Test func everyAnswerNamesItsRequest() async throws {
        var seen: Set<String> = []
        for _ in 0..<3 {
            for answer in [try await rig.call("GET", "/v1/push/apps"), try await rig.call("GET", "/nothing")] {
                let id = try #require(answer.headers["x-request-id"])
                #expect(id.hasPrefix("req_") && id.utf8.count == 30 && seen.insert(id).inserted)
                #expect(!answer.body.text.contains(id))
            }
        }
    }

    @Test(arguments: ["/", "/v1", "/v1/push/apps/a/b", "/v2/push", "/v1/push/", "/v1//push", "/v1/push/apps/"])
    func otherPaths(path: String) async throws {
        let answer = try await rig.call("GET", path)
        #expect(answer.refusal == "404 NOT_FOUND" && answer.details == [:])
    }

    @Test(arguments: [
        ("DELETE", "/v1/push/devices", "GET, HEAD, PUT"), ("PATCH", "/v1/push/apps", "GET, HEAD, POST"),
        ("POST", "/v1/push/devices", "GET, HEAD, PUT"), ("put", "/v1/push/devices", "GET, HEAD, PUT"),
    ])
    func otherMethods(method: String, path: String, allowed: String) async throws {
        let answer = try await rig.call(method, path, json: "{}")
        #expect(answer.refusal == "405 METHOD_NOT_ALLOWED" && answer.headers["allow"] == allowed)
    }

    @Test(arguments: [
        (nil, 415), ("text/plain", 415), ("application/jsonx", 415), ("application/json; charset=latin1", 415),
        ("application/json", 201), ("Application/JSON; Charset=UTF-8", 201),
        ("application/json;charset=\"utf-8\"", 201),
        ("application/json; x=y", 201),
    ])
    func contentTypes(type: String?, status: Int) async throws {
        var headers = [("Authorization", "Bearer \(rig.testKey)")]
        if let type { headers.append(("Content-Type", type)) }
        let answer = try await rig.send("POST", "/v1/push/apps", headers: headers, body: Array(#"{"name":"x"}"#.utf8))
        #expect(answer.status == status)
        if status == 415 { #expect(answer.code == "UNSUPPORTED_MEDIA_TYPE") }
    }

    @Test(arguments: [
        ("", 1, 1), ("{", 1, 2), ("{\"name\":\n  tru}", 2, 3), (#"{"a":1,"a":2}"#, 1, 8), ("[1,]", 1, 3), ("{}x", 1, 3),
        (#"{"a":"\ud800"}"#, 1, 7), ("{\"a\":01}", 1, 6),
    ])
    func whatIsNoJSON(json: String, line: Int64, column: Int64) async throws {
        let answer = try await rig.call("POST", "/v1/push/apps", json: json)
        #expect(answer.refusal == "400 INVALID_JSON")
        #expect(answer.details["line"]?.int64Value == line && answer.details["column"]?.int64Value == column)
        #expect(answer.details["reason"]?.stringValue?.isEmpty == false)
    }

    @Test func bytesThatAreNoText() async throws {
        let headers = [("Authorization", "Bearer \(rig.testKey)"), ("Content-Type", "application/json")]
        for bytes in [
            [0xFF], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], Array("{\"name\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
        ] {
            let answer = try await rig.send("POST", "/v1/push/apps", headers: headers, body: bytes)
            #expect(answer.refusal == "400 INVALID_JSON")
        }
    }

    @Test(arguments: ["[]", "null", "1", #""x""#, "true"]) func whatIsNoObject(json: String) async throws {
        for (method, path) in [("POST", "/v1/push"), ("POST", "/v1/push/apps"), ("PUT", "/v1/push/devices")] {
            let answer = try await rig.call(method, path, json: json)
            // Not `body`, which is a field of a push.
            #expect(answer.problems == ["request type"])
        }
    }

    @Test(arguments: [
        (HTTPRefusal.bodyTooLarge(limit: 262_144), 413, "REQUEST_TOO_LARGE"),
        (.headersTooLarge(limit: 1), 413, "REQUEST_TOO_LARGE"), (.badTarget, 400, "MALFORMED_REQUEST"),
        (.badHeaders, 400, "MALFORMED_REQUEST"), (.unsupportedTransferCoding, 400, "MALFORMED_REQUEST"),
        (.stopping, 503, "SERVICE_UNAVAILABLE"),
    ])
    func whatTheServerRefusesItself(reason: HTTPRefusal, status: Int, code: String) throws {
        let answer = try rig.refusal(reason)
        #expect(answer.refusal == "\(status) \(code)" && answer["statusCode"]?.int64Value == Int64(status))
        #expect(answer.headers["x-request-id"]?.hasPrefix("req_") == true)
    }

    @Test func aStoreThatIsClosedIsNotAnswering() async throws {
        rig.store.close()
        let answer = try await rig.call("GET", "/v1/push/apps")
        #expect(answer.refusal == "503 SERVICE_UNAVAILABLE" && answer.headers["retry-after"] == "1")
    }

    @Test func theLogTellsTheKindOfAFailureOnly() async throws {
        let app = try await rig.makeApp()
        try rig.store.tamper("UPDATE push_apps SET apns = zeroblob(60)")
        let answer = try await rig.call("GET", "/v1/push/apps/\(app)")
        #expect(answer.refusal == "500 INTERNAL_ERROR" && answer.details == [:])
        #expect(rig.lines.count("GET failed: format: push_apps.apns") == 1)
        #expect(rig.lines.count(app) == 0 && rig.lines.count(rig.testKey) == 0)
        #expect(rig.lines.count(try #require(answer.headers["x-request-id"])) == 1)
    }
}
