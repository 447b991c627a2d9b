// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct FCMRulesTests {
    private let fixture: SimulatorFixture
    private let account: IssuedServiceAccount
    private let token: String

    init() throws {
        fixture = try SimulatorFixture()
        account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        token = fixture.simulator.newDevice(for: SimulatorFixture.android)
    }

    @Test func acceptsMessages() async throws {
        let client = try fixture.client(.fcm)
        let access = try await fixture.accessToken(account)
        let messages: [JSONObject] = [
            ["token": .string(token)],
            ["token": .string(token), "data": ["hk": .string(String(repeating: "x", count: 4094))]],
            ["token": .string(token), "android": ["ttl": "0s", "priority": "high", "collapseKey": "a"]],
            ["token": .string(token), "android": ["ttl": "2419200.000s", "direct_boot_ok": false]],
            [
                "token": .string(token), "notification": ["title": "Hello", "body": "there"],
                "android": ["notification": ["tag": "t", "sound": "default", "notification_count": 3]],
                "data": ["order": "42"],
            ],
        ]
        for message in messages {
            let answer = try await client.answer(to: SimulatorFixture.fcmMessage(message, accessToken: access))
            let name = answer.json["name"]?.stringValue ?? ""
            #expect(answer.status == 200 && name.hasPrefix("projects/example-project/messages/0:"))
        }
        #expect(fixture.simulator.counts(of: .fcm).accepted == messages.count)
    }

    @Test(arguments: FCMAnswerCase.all)
    func refuses(_ example: FCMAnswerCase) async throws {
        let client = try fixture.client(.fcm)
        let access = try await fixture.accessToken(account)
        let good = SimulatorFixture.fcmMessage(["token": .string(token)], accessToken: access)
        var bad = good
        try example.change(&bad, fixture)
        let answer = try await client.answer(to: bad)
        #expect(answer.status == example.status && answer.rpcStatus == example.name)
        #expect(answer.errorCode == example.code)
        #expect(answer.json["error"]?["message"]?.stringValue?.isEmpty == false)
        #expect(try await client.answer(to: good).status == 200)
    }

    @Test func triesOut() async throws {
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.android)
        var request = SimulatorFixture.fcmMessage([:], accessToken: try await fixture.accessToken(account))
        request.body =
            JSONValue.object([
                "validate_only": true,
                "message": ["token": .string(phone.token), "notification": ["title": "Hello"]],
            ]).compact
        let answer = try await fixture.client(.fcm).answer(to: request)
        #expect(answer.json["name"] == "projects/example-project/messages/fake_message_id")
        #expect(fixture.simulator.received.map(\.wasDelivered) == [false])
    }

    @Test func accessTokensEnd() async throws {
        let client = try fixture.client(.fcm)
        let request = SimulatorFixture.fcmMessage(
            ["token": .string(token)], accessToken: try await fixture.accessToken(account))
        fixture.time.advance(by: .seconds(3598))
        #expect(try await client.answer(to: request).status == 200)
        fixture.time.advance(by: .seconds(1))
        #expect(try await client.answer(to: request).status == 401)
        let fresh = SimulatorFixture.fcmMessage(
            ["token": .string(token)], accessToken: try await fixture.accessToken(account))
        #expect(try await client.answer(to: fresh).status == 200)
        fixture.simulator.revokeAccessTokens()
        #expect(try await client.answer(to: fresh).status == 401)
    }
}
