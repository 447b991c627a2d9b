// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxFields
import WaxHTTP
import WaxJSON
import WaxPersonal

/// How refusals look.
@Suite struct ProblemTests {
    @Test func members() async throws {
        let answer = try await PersonalRig().call("GET", "/notifications/nowhere")
        let id = try #require(answer.headers["x-request-id"])
        #expect(id.hasPrefix("req_"))
        #expect(
            answer.body == [
                "type": "about:blank", "title": "Not Found", "status": 404, "detail": "there is no such route",
                "instance": .string("/requests/\(id)"),
            ])
    }

    @Test func language() async throws {
        let rig = try PersonalRig()
        let french = try await rig.call(
            "POST", "/notifications", json: #"{"title":""}"#, headers: [("Accept-Language", "fr-CA, en;q=0.5")])
        #expect(french["detail"] == "la validation a échoué")
        #expect(french["errors"]?[0]?["message"] == "title est obligatoire")
        let english = try await rig.call("POST", "/notifications", json: #"{"title":""}"#)
        #expect(english["detail"] == "validation failed")
        #expect(english["errors"]?[0]?["message"] == "title is required")
    }

    @Test func everyCodeHasBothTexts() {
        for code in ProblemCode.allCases {
            #expect(!code.detail.english.isEmpty && !code.detail.french.isEmpty)
            #expect(code.detail.english != code.detail.french)
            #expect((400...503).contains(code.status))
        }
    }

    @Test(arguments: [
        ("", "400 body"), ("{", "400 body"), ("{}x", "400 body"), (#"{"title":"a","title":"b"}"#, "400 body"),
        ("[]", "422 body"), ("null", "422 body"), (#""text""#, "422 body"),
    ])
    func bodies(_ json: String, _ refusal: String) async throws {
        let answer = try await PersonalRig().call("POST", "/notifications", json: json)
        #expect(answer.refusal == refusal)
        #expect(answer["code"] == nil)
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"])
    func typeOfTheBody(_ type: String?) async throws {
        let rig = try PersonalRig()
        let headers = [("Authorization", "Bearer \(rig.key)")] + (type.map { [("Content-Type", $0)] } ?? [])
        let answer = try await rig.send(
            "POST", "/notifications", headers: headers, body: Array(#"{"title":"a","body":"b"}"#.utf8))
        #expect(answer.refusal == "415")
    }

    @Test func methods() async throws {
        let answer = try await PersonalRig().call("DELETE", "/notifications")
        #expect(answer.status == 405)
        #expect(answer.headers["allow"]?.contains("POST") == true)
    }

    @Test func aStoreThatCannotAnswer() async throws {
        let rig = try PersonalRig()
        rig.store.close()
        let answer = try await rig.notify()
        #expect(answer.refusal == "503 service.unavailable")
        #expect(answer.headers["retry-after"] == "1" && answer["retry_after_ms"] == 1000)
    }

    @Test(arguments: [
        (HTTPRefusal.bodyTooLarge(limit: 10), 413), (.headersTooLarge(limit: 10), 431), (.badTarget, 400),
        (.badHeaders, 400), (.unsupportedTransferCoding, 501), (.stopping, 503),
    ])
    func whatTheServerRefusesItself(_ reason: HTTPRefusal, _ status: Int) throws {
        let answer = try PersonalRig().refusal(reason)
        #expect(answer.status == status && answer["status"]?.int64Value == Int64(status))
        #expect(answer.string("code") == (status == 503 ? "service.unavailable" : nil))
        #expect(answer.headers["x-request-id"] != nil)
    }

    /// Parts of the public service that are not here.
    @Test(arguments: ["/activities", "/activities/a", "/widgets", "/emails", "/integrations/keys", "/auth/login"])
    func absentParts(_ path: String) async throws {
        #expect(try await PersonalRig().call("POST", path, json: "{}").status == 404)
    }
}
