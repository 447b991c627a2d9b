// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxSimulator

@Suite(.timeLimit(.minutes(2))) struct FaultTests {
    private let fixture: SimulatorFixture
    private let key: IssuedAPNsKey
    private let phone: SimulatedPhone
    private let request: TestRequest

    init() throws {
        fixture = try SimulatorFixture()
        key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        request = try fixture.apnsPush(to: phone.token, by: key)
    }

    @Test func answersAsTold() async throws {
        let simulator = fixture.simulator
        let account = try simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        simulator.order(.answer("ServiceUnavailable"), service: .apns)
        simulator.order(.answer("TooManyRequests", retryAfter: 7), service: .apns)
        simulator.order(.answer("NeverSeenBefore", status: 418), service: .apns)
        let client = try fixture.client(.apns)
        let answers = [
            try await client.answer(to: request), try await client.answer(to: request),
            try await client.answer(to: request), try await client.answer(to: request),
        ]
        #expect(answers.map(\.status) == [503, 429, 418, 200])
        #expect(answers.map(\.reason) == ["ServiceUnavailable", "TooManyRequests", "NeverSeenBefore", nil])
        #expect(answers.map { $0.headers["retry-after"] } == [nil, "7", nil, nil])
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)

        let access = try await fixture.accessToken(account)
        let device = simulator.newDevice(for: SimulatorFixture.android)
        let message = SimulatorFixture.fcmMessage(["token": .string(device)], accessToken: access)
        simulator.order(.answer("QUOTA_EXCEEDED", retryAfter: 3), service: .fcm)
        simulator.order(.answer("invalid_grant"), service: .oauth)
        let refused = try await fixture.client(.fcm).answer(to: message)
        #expect(refused.status == 429 && refused.errorCode == "QUOTA_EXCEEDED" && refused.headers["retry-after"] == "3")
        #expect(refused.rpcStatus == "RESOURCE_EXHAUSTED")
        let grant = SimulatorFixture.tokenRequest(assertion: try fixture.assertion(account))
        #expect(try await fixture.client(.oauth).answer(to: grant).json["error"] == "invalid_grant")
    }

    @Test func holdsForOneDeviceAndSoManyRequests() async throws {
        let simulator = fixture.simulator
        let other = try fixture.apnsPush(to: simulator.newDevice(for: SimulatorFixture.ios), by: key)
        simulator.order(.answer("InternalServerError"), token: phone.token, times: 2)
        let client = try fixture.client(.apns)
        var statuses: [Int] = []
        for request in [other, request, other, request, request] {
            statuses.append(try await client.answer(to: request).status)
        }
        #expect(statuses == [200, 500, 200, 500, 200])
        simulator.order(.answer("InternalServerError"), token: phone.token, times: nil)
        for _ in 0..<3 { #expect(try await client.answer(to: request).status == 500) }
        simulator.clearFaults()
        #expect(try await client.answer(to: request).status == 200)
        #expect(simulator.counts(of: .apns).refused == ["InternalServerError": 5])
    }

    @Test func findsTheDeviceOfAMessage() async throws {
        let account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        let access = try await fixture.accessToken(account)
        let tokens = (0..<2).map { _ in fixture.simulator.newDevice(for: SimulatorFixture.android) }
        fixture.simulator.order(.answer("UNAVAILABLE"), token: tokens[1])
        let client = try fixture.client(.fcm)
        for (token, status) in zip(tokens, [200, 503]) {
            let message = SimulatorFixture.fcmMessage(["token": .string(token)], accessToken: access)
            #expect(try await client.answer(to: message).status == status)
        }
    }

    @Test func holdsAnswersBack() async throws {
        fixture.simulator.order(.hold, token: phone.token)
        fixture.simulator.order(.delay(.milliseconds(1)))
        let client = try fixture.client(.apns)
        let delayed = try fixture.apnsPush(to: fixture.simulator.newDevice(for: SimulatorFixture.ios), by: key)
        // The first valid token brings more streams.
        #expect(try await client.answer(to: delayed).status == 200)
        async let held = client.answer(to: request)
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        #expect(try await client.answer(to: delayed).status == 200)
        #expect(fixture.simulator.releaseAnswers() == 1)
        #expect(try await held.status == 200)
        #expect(fixture.simulator.releaseAnswers() == 0)
    }

    @Test func refusesStreams() async throws {
        fixture.simulator.order(.refuseStream)
        let client = try fixture.client(.apns)
        #expect(await client.send(request).notProcessed == .refused)
        #expect(try await client.answer(to: request).status == 200)
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        let received = fixture.simulator.received
        #expect(received.map(\.wasDelivered) == [false, true] && received.map(\.status) == [nil, 200])
        #expect(fixture.simulator.counts(of: .apns).unanswered == 1)
    }

    @Test(arguments: [true, false])
    func resetsStreams(delivers: Bool) async throws {
        fixture.simulator.order(.resetStream(delivers: delivers))
        let client = try fixture.client(.apns)
        #expect(await client.send(request).unknown == .reset(code: HTTP2ErrorCode.internalError))
        #expect(try await client.answer(to: request).status == 200)
        #expect(await phone.received(atLeast: delivers ? 2 : 1, within: .seconds(30)) != nil)
        #expect(fixture.simulator.received.map(\.wasDelivered) == [delivers, true])
    }

    @Test(arguments: [true, false])
    func resetsConnections(delivers: Bool) async throws {
        fixture.simulator.order(.resetConnection(delivers: delivers))
        let client = try fixture.client(.apns)
        let outcome = await client.send(request)
        #expect(outcome.unknown != nil, "\(outcome)")
        #expect(try await client.answer(to: request).status == 200)
        #expect(fixture.simulator.received.map(\.wasDelivered) == [delivers, true])
    }

    /// A GOAWAY says of no request that was refused that it was not looked at.
    @Test func goesAwayAfterARefusal() async throws {
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.order(.answer("Unregistered"))
        fixture.simulator.order(.goAway(delivers: false))
        #expect(try await client.answer(to: request).status == 410)
        _ = await client.send(request)
        let lastStreams = client.events.compactMap { event -> Int32? in
            if case .goAway(let lastStreamID, _, _) = event { lastStreamID } else { nil }
        }
        #expect(lastStreams == [3])
    }

    @Test(arguments: [true, false])
    func goesAway(delivers: Bool) async throws {
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.order(.goAway(delivers: delivers))
        let outcome = await client.send(request)
        if delivers {
            #expect(outcome.status == 200)
        } else if case .goAway = outcome.notProcessed {
        } else {
            Issue.record("\(outcome)")
        }
        #expect(try await client.answer(to: request).status == 200)
        #expect(
            fixture.simulator.received.map(\.wasDelivered) == (delivers ? [true, true, true] : [true, false, true]))
        let reason = client.events.compactMap { event in
            if case .goAway(_, _, let data) = event { String(decoding: data, as: UTF8.self) } else { nil }
        }
        #expect(reason == [#"{"reason":"Shutdown"}"#])
    }

    @Test func neverAnswers() async throws {
        fixture.simulator.order(.noAnswer(delivers: true))
        let client = try fixture.client(.apns)
        async let lost = client.send(request)
        #expect(await phone.shown(atLeast: 1, within: .seconds(30))?.count == 1)
        fixture.simulator.resetConnections(service: .apns)
        #expect(await lost.unknown != nil)
        fixture.simulator.order(.noAnswer(delivers: false))
        async let alsoLost = client.send(request)
        #expect(await fixture.simulator.received(atLeast: 2, within: .seconds(30))?.last?.wasDelivered == false)
        fixture.simulator.resetConnections(service: .apns)
        #expect(await alsoLost.unknown != nil)
    }

    @Test func changesTheStreamLimit() async throws {
        fixture.simulator.order(.setStreamLimit(3))
        let client = try fixture.client(.apns)
        for _ in 0..<2 { #expect(try await client.answer(to: request).status == 200) }
        #expect(client.events.last == .streamLimit(3))
        fixture.simulator.setStreamLimit(5, service: .apns)
        for _ in 0..<2 { #expect(try await client.answer(to: request).status == 200) }
        #expect(client.events.last == .streamLimit(5))
    }

    @Test func keepsTheServicesApart() async throws {
        // Each is the first connection of its service, and the services count alike.
        let account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        fixture.simulator.order(.goAway(delivers: false), service: .apns)
        let client = try fixture.client(.apns)
        #expect(await client.send(request).notProcessed != nil)
        let device = fixture.simulator.newDevice(for: SimulatorFixture.android)
        let message = SimulatorFixture.fcmMessage(
            ["token": .string(device)], accessToken: try await fixture.accessToken(account))
        let messages = try fixture.client(.fcm)
        for _ in 0..<3 { #expect(try await messages.answer(to: message).status == 200) }
        #expect(try await client.answer(to: request).status == 200)
    }

    @Test func readsSlowly() async throws {
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.limitReading(bytesPerSecond: 100_000, service: .apns)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.limitReading(bytesPerSecond: nil, service: .apns)
        #expect(try await client.answer(to: request).status == 200)
    }

    @Test(arguments: HandshakeFault.allCases)
    func letsHandshakesFail(_ fault: HandshakeFault) async throws {
        fixture.simulator.setHandshakeFault(fault, service: .apns)
        let outcome = await (try fixture.client(.apns)).send(request)
        guard case .connectFailed = outcome.notProcessed else {
            Issue.record("\(outcome)")
            return
        }
        fixture.simulator.setHandshakeFault(nil, service: .apns)
        #expect(try await fixture.client(.apns).answer(to: request).status == 200)
        #expect(fixture.simulator.received.count == 1)
    }

    @Test func saysWhatCameByWhichConnection() async throws {
        let clients = [try fixture.client(.apns), try fixture.client(.apns)]
        fixture.simulator.order(.delay(.zero))
        for client in [clients[0], clients[1], clients[0]] {
            #expect(try await client.answer(to: request).status == 200)
        }
        let received = fixture.simulator.received
        #expect(received.map(\.fault) == [.delay(.zero), nil, nil])
        #expect(received[0].connection == received[2].connection && received[0].connection != received[1].connection)
    }

    @Test func sendsEveryClientAway() async throws {
        let client = try fixture.client(.apns)
        #expect(try await client.answer(to: request).status == 200)
        fixture.simulator.sendGoAway(service: .apns)
        // The GOAWAY may come before or after the next request, which then is answered or goes out once more.
        var outcome = await client.send(request)
        if outcome.notProcessed != nil { outcome = await client.send(request) }
        #expect(outcome.status == 200)
    }
}
