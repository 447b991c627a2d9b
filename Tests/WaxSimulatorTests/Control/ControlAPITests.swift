// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct ControlAPITests {
    private let fixture: SimulatorFixture
    private let api: ControlAPI

    init() throws {
        fixture = try SimulatorFixture()
        api = ControlAPI(fixture.simulator)
    }

    private func call(
        _ method: String, _ target: String, _ body: JSONValue? = nil, type: String? = "application/json"
    ) async throws -> (status: Int, json: JSONValue) {
        var headers = HTTPHeaders()
        headers["Content-Type"] = body == nil ? nil : type
        let head = try #require(HTTPRequestHead(method: method, target: target, headers: headers))
        let response = await api.respond(to: HTTPRequest(head: head, body: body?.compact ?? []))
        let json = response.body.isEmpty ? JSONValue.null : try JSONReader.parse(response.body)
        return (response.status, json)
    }

    @Test func pushesThroughIt() async throws {
        let services = try await call("GET", "/").json
        #expect(services["services"]?["apns"]?.stringValue == fixture.simulator.url(of: .apns))
        #expect(services["certificate_file"]?.stringValue == fixture.simulator.certificateFile)

        let credential = try await call(
            "POST", "/credentials/apns", ["bundle_id": .string(SimulatorFixture.bundleID)])
        #expect(credential.status == 201)
        let made = try await call(
            "POST", "/phones", ["platform": "ios", "bundle_id": .string(SimulatorFixture.bundleID)])
        let token = try #require(made.json["token"]?.stringValue)
        #expect(made.status == 201 && made.json["environment"] == "production")

        let jwt = try TestToken.apns(
            privateKey: credential.json["private_key"]?.stringValue ?? "",
            header: ["alg": "ES256", "kid": credential.json["key_id"] ?? .null],
            claims: [
                "iss": credential.json["team_id"] ?? .null,
                "iat": .number(JSONNumber(fixture.time.now().seconds)),
            ])
        let request = TestRequest(
            path: "/3/device/\(token)",
            headers: [("authorization", "bearer \(jwt)"), ("apns-topic", SimulatorFixture.bundleID)],
            body: SimulatorFixture.plainPayload)
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: request).status == 200)
        let shown = try await call("GET", "/phones/\(token)/shown?at_least=1&within_ms=30000").json["shown"]
        #expect(shown?[0]?["title"] == "Hello" && shown?[0]?["body"] == "there" && shown?[1] == nil)
        #expect(shown?[0]?["was_encrypted"] == false && shown?[0]?["data"] == .null)
        let received = try await call("GET", "/received").json["received"]
        #expect(received?[0]?["body"]?.stringValue.map { Array($0.utf8) } == SimulatorFixture.plainPayload)
        #expect(received?[0]?["headers"] == [["apns-topic", .string(SimulatorFixture.bundleID)]])
        #expect(received?[0]?["status"] == 200 && received?[0]?["service"] == "apns")

        #expect(try await call("DELETE", "/phones/\(token)").status == 204)
        #expect(try await client.answer(to: request).reason == "Unregistered")
        #expect(try await call("DELETE", "/received").status == 204)
        #expect(try await call("GET", "/received").json == ["received": []])
        #expect(try await call("PUT", "/clock", ["offset_seconds": 7200]).status == 204)
        #expect(try await client.answer(to: request).reason == "ExpiredProviderToken")
    }

    @Test func letsFaultsComeAtRandom() async throws {
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let request = try fixture.apnsPush(to: fixture.simulator.newDevice(for: SimulatorFixture.ios), by: key)
        let client = try fixture.client(.apns)
        let fault: JSONValue = ["fault": "answer", "reason": "ServiceUnavailable", "share": 1, "service": "apns"]
        #expect(try await call("PUT", "/faults/script", ["seed": 1, "faults": [fault]]).status == 204)
        #expect(try await client.answer(to: request).status == 503)
        #expect(try await call("DELETE", "/faults").status == 204)
        #expect(try await client.answer(to: request).status == 200)
        for wrong: JSONValue in [
            ["faults": 1], ["faults": [1]], ["faults": [["fault": "hold"]]],
            ["faults": [["fault": "hold", "share": 1.5]]], ["faults": [["fault": "hold", "share": 1, "token": "a"]]],
            ["seed": -1, "faults": []],
        ] { #expect(try await call("PUT", "/faults/script", wrong).status == 422, "\(wrong)") }
    }

    @Test func spoilsHandshakesAndReading() async throws {
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let request = try fixture.apnsPush(to: fixture.simulator.newDevice(for: SimulatorFixture.ios), by: key)
        #expect(try await call("PUT", "/handshakes", ["service": "apns", "fault": "untrusted"]).status == 204)
        #expect(await (try fixture.client(.apns)).send(request).notProcessed != nil)
        #expect(try await call("PUT", "/handshakes", ["service": "apns", "fault": .null]).status == 204)
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
        #expect(try await call("PUT", "/reading", ["service": "apns", "bytes_per_second": 100_000]).status == 204)
        for wrong: (String, JSONValue) in [
            ("/handshakes", ["fault": "closed"]), ("/handshakes", ["service": "apns", "fault": "odd"]),
            ("/reading", ["bytes_per_second": 1]), ("/reading", ["service": "apns", "bytes_per_second": 0]),
        ] { #expect(try await call("PUT", wrong.0, wrong.1).status == 422, "\(wrong)") }
    }

    @Test func issuesServiceAccounts() async throws {
        let account = try await call("POST", "/credentials/fcm", ["project_id": "p"])
        #expect(account.status == 201 && account.json["type"] == "service_account")
        #expect(account.json["token_uri"]?.stringValue == fixture.simulator.tokenURI)
        #expect(account.json["private_key"]?.stringValue?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true)
        let phone = try await call("POST", "/phones", ["platform": "android", "project_id": "p"])
        #expect(phone.status == 201 && phone.json["project_id"] == "p")
        let token = try #require(phone.json["token"]?.stringValue)
        let rotated = try await call("POST", "/phones/\(token)/rotate-key")
        #expect(rotated.status == 200 && rotated.json["public_key"] != phone.json["public_key"])
        #expect(rotated.json["public_key"]?.stringValue?.utf8.count == 87)
    }

    @Test(
        arguments: [
            ["fault": "answer", "reason": "Shutdown", "status": 503, "retry_after": 1],
            ["fault": "delay", "milliseconds": 1], ["fault": "hold"], ["fault": "no_answer", "delivers": true],
            ["fault": "refuse_stream"], ["fault": "reset_stream", "delivers": false], ["fault": "go_away"],
            ["fault": "reset_connection"], ["fault": "stream_limit", "limit": 3],
            ["fault": "hold", "service": "fcm", "token": "t", "times": nil],
        ] as [JSONValue])
    func ordersFaults(_ fault: JSONValue) async throws {
        #expect(try await call("POST", "/faults", fault).status == 204)
        #expect(try await call("DELETE", "/faults").status == 204)
    }

    @Test func ordersWhatItIsAskedFor() async throws {
        let fault: JSONValue = ["fault": "answer", "reason": "Shutdown", "service": "apns", "times": 2]
        #expect(try await call("POST", "/faults", fault).status == 204)
        let client = try fixture.client(.apns)
        let request = TestRequest(path: "/3/device/00")
        for reason in ["Shutdown", "Shutdown", "MissingProviderToken"] {
            #expect(try await client.answer(to: request).reason == reason)
        }
        #expect(try await call("POST", "/faults/release").json == ["released": 0])
    }

    @Test func explainsWhatIsWrong() async throws {
        let calls: [(Int, String, String, JSONValue?)] = [
            (404, "GET", "/nothing", nil), (405, "PUT", "/phones", nil), (400, "POST", "/phones", []),
            (422, "POST", "/phones", [:]), (422, "POST", "/phones", ["platform": "web"]),
            (422, "POST", "/phones", ["platform": "ios"]),
            (422, "POST", "/phones", ["platform": "ios", "bundle_id": "a", "colour": "red"]),
            (422, "POST", "/credentials/apns", ["bundle_id": ""]), (422, "POST", "/faults", ["fault": "fire"]),
            (422, "POST", "/faults", ["fault": "hold", "times": 0]), (422, "POST", "/faults", ["fault": "delay"]),
            (422, "PUT", "/clock", ["offset_seconds": "1"]), (404, "GET", "/phones/00/shown", nil),
            (404, "DELETE", "/phones/00", nil), (422, "GET", "/received?at_least=x", nil),
            (422, "GET", "/received?within_ms=60001", nil),
        ]
        for (status, method, target, body) in calls {
            let answer = try await call(method, target, body)
            #expect(answer.status == status, "\(method) \(target)")
            #expect(answer.json["error"]?.stringValue?.isEmpty == false)
        }
        #expect(try await call("POST", "/phones", ["platform": "ios"], type: "text/plain").status == 415)
    }
}
