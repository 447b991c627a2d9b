// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct OAuthRulesTests {
    /// A change to an assertion that would be accepted.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: String
        let header: JSONObject
        let claims: @Sendable (Int64) -> JSONObject

        init(
            _ name: String, _ error: String = "invalid_grant", header: JSONObject = [:],
            claims: @escaping @Sendable (Int64) -> JSONObject = { _ in [:] }
        ) {
            testDescription = name
            self.error = error
            self.header = header
            self.claims = claims
        }
    }

    static let cases = [
        Case("another algorithm", header: ["alg": "HS256"]),
        Case("another key", header: ["kid": "0000"]),
        Case("an unknown account") { _ in ["iss": "somebody@example.com"] },
        Case("another audience") { _ in ["aud": "https://oauth2.googleapis.com/token"] },
        Case("another scope", "invalid_scope") { _ in ["scope": "https://www.googleapis.com/auth/drive"] },
        Case("no scope", "invalid_scope") { _ in ["scope": nil] },
        Case("good for too long") { ["exp": .number(JSONNumber($0 + 3601))] },
        Case("ended") { ["iat": .number(JSONNumber($0 - 3661)), "exp": .number(JSONNumber($0 - 61))] },
        Case("from the future") { ["iat": .number(JSONNumber($0 + 61)), "exp": .number(JSONNumber($0 + 600))] },
        Case("without a start") { _ in ["iat": nil] },
        Case("without an end") { _ in ["exp": nil] },
    ]

    private let fixture: SimulatorFixture
    private let account: IssuedServiceAccount

    init() throws {
        fixture = try SimulatorFixture()
        account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
    }

    @Test func givesTokens() async throws {
        let now = fixture.time.now().seconds
        let client = try fixture.client(.oauth)
        let assertions = [
            try fixture.assertion(account),
            try fixture.assertion(
                account, claims: ["iat": .number(JSONNumber(now - 30)), "exp": .number(JSONNumber(now + 3540))]),
            try fixture.assertion(
                account, claims: ["iat": .number(JSONNumber(now + 60)), "exp": .number(JSONNumber(now + 600))]),
        ]
        for assertion in assertions {
            let answer = try await client.answer(to: SimulatorFixture.tokenRequest(assertion: assertion))
            #expect(answer.status == 200 && answer.json["token_type"] == "Bearer")
            #expect(answer.json["expires_in"] == 3599)
            #expect(answer.json["access_token"]?.stringValue?.hasPrefix("ya29.") == true)
        }
        #expect(fixture.simulator.counts(of: .oauth).accepted == 3)
        #expect(fixture.simulator.received.isEmpty)
    }

    @Test(arguments: cases)
    func refusesAssertions(_ example: Case) async throws {
        let assertion = try fixture.assertion(
            account, header: example.header, claims: example.claims(fixture.time.now().seconds))
        let answer = try await fixture.client(.oauth).answer(to: SimulatorFixture.tokenRequest(assertion: assertion))
        #expect(answer.status == 400 && answer.json["error"]?.stringValue == example.error)
        #expect(answer.json["error_description"]?.stringValue?.isEmpty == false)
    }

    @Test func refusesOtherRequests() async throws {
        let client = try fixture.client(.oauth)
        let good = SimulatorFixture.tokenRequest(assertion: try fixture.assertion(account))
        let foreign = try SimulatorFixture().simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        let changes: [(String, (inout TestRequest) throws -> Void)] = [
            ("invalid_request", { $0.method = "GET" }),
            ("invalid_request", { $0.path = "/tokens" }),
            ("invalid_request", { $0["content-type"] = "application/json" }),
            ("invalid_request", { $0.body += Array("&assertion=x".utf8) }),
            ("invalid_request", { $0.body += Array("&x=%2".utf8) }),
            ("unsupported_grant_type", { $0.body = Array("grant_type=password".utf8) }),
            ("invalid_grant", { $0.body.removeLast(4) }),
            ("invalid_grant", { $0 = SimulatorFixture.tokenRequest(assertion: "none") }),
            ("invalid_grant", { $0 = SimulatorFixture.tokenRequest(assertion: try fixture.assertion(foreign)) }),
        ]
        for (error, change) in changes {
            var request = good
            try change(&request)
            let answer = try await client.answer(to: request)
            #expect(answer.status == 400 && answer.json["error"]?.stringValue == error)
        }
    }

    @Test func servesOtherClients() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = fixture.simulator.certificateFile
        let request = SimulatorFixture.tokenRequest(assertion: try fixture.assertion(account))
        let answer = try await HTTPClient(configuration: configuration).send(
            HTTPClientRequest(
                method: "POST", url: fixture.simulator.tokenURI,
                headers: HTTPHeaders([("Content-Type", "application/x-www-form-urlencoded")]), body: request.body))
        #expect(answer.status == 200)
        #expect(try JSONReader.parse(answer.body)["access_token"] != nil)
    }
}
