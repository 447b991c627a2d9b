// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator

@Suite(.timeLimit(.minutes(2))) struct BulkDevicesTests {
    @Test(arguments: [SimulatorFixture.ios, SimulatorFixture.android])
    func haveTokensOfTheirOwn(_ app: SimulatedApp) throws {
        let simulator = try SimulatorFixture().simulator
        let (first, second) = (simulator.newDevices(1000, for: app), simulator.newDevices(1000, for: app))
        let tokens = (0..<1000).flatMap { [first.token(at: $0), second.token(at: $0)] }
        #expect(Set(tokens).count == 2000)
        let lengths = Set(tokens.map(\.utf8.count))
        #expect(lengths == [app == SimulatorFixture.ios ? 64 : 163])
        #expect(first.encryptionPublicKey(at: 0) == nil)
    }

    @Test func countWhatArrives() async throws {
        let fixture = try SimulatorFixture { $0.logLimit = 0 }
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let devices = fixture.simulator.newDevices(
            100, for: SimulatorFixture.ios, keyCount: 3, sampleInterval: 10)
        let client = try fixture.client(.apns)
        let content = PushContent(title: "Hello", data: ["n": 1])
        for index in Array(0..<98) + [97] {
            let publicKey = try #require(devices.encryptionPublicKey(at: index))
            // The devices of one key get a push that is sealed to another.
            let wrong = try #require(devices.encryptionPublicKey(at: 1))
            let payload = try SimulatorFixture.sealedPayload(content, to: index == 20 ? wrong : publicKey)
            let request = try fixture.apnsPush(to: devices.token(at: index), by: key, payload: payload)
            #expect(try await client.answer(to: request).status == 200)
        }
        #expect(await devices.arrivals(atLeast: 99, within: .seconds(30)))
        #expect(!(await devices.arrivals(atLeast: 100, within: .milliseconds(1))))
        #expect(devices.devicesByArrivals == [2, 97, 1])
        #expect(devices.arrivals(at: 97) == 2 && devices.arrivals(at: 98) == 0 && devices.totalArrivals == 99)
        let samples = devices.openSamples()
        #expect(samples.map(\.index) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(samples.map(\.wasEncrypted).contains(false) == false)
        #expect(samples.map { $0.content == nil } == samples.map { $0.index == 20 })
        #expect(samples[0].content == content)
        // One of them was sealed to another key.
        #expect(![devices].sampleOpens(as: "Hello"))
        #expect(fixture.simulator.received.isEmpty && fixture.simulator.counts(of: .apns).accepted == 99)
        devices.reset()
        #expect(devices.devicesByArrivals == [100] && devices.totalArrivals == 0)
        #expect(![devices].sampleOpens(as: "Hello"))
        let publicKey = try #require(devices.encryptionPublicKey(at: 0))
        let payload = try SimulatorFixture.sealedPayload(content, to: publicKey)
        _ = try await client.answer(to: fixture.apnsPush(to: devices.token(at: 0), by: key, payload: payload))
        #expect(await devices.arrivals(atLeast: 1, within: .seconds(30)))
        #expect([devices].sampleOpens(as: "Hello") && ![devices].sampleOpens(as: "Bye"))
    }

    @Test func knowNoOtherTokens() async throws {
        let fixture = try SimulatorFixture()
        let key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        let devices = fixture.simulator.newDevices(10, for: SimulatorFixture.ios)
        let client = try fixture.client(.apns)
        var digits = Array(devices.token(at: 3).utf8)
        digits[0] = digits[0] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        var answer = try await client.answer(
            to: fixture.apnsPush(to: String(decoding: digits, as: UTF8.self), by: key))
        #expect(answer.reason == "BadDeviceToken")
        #expect(fixture.simulator.removeApp(fromDevice: devices.token(at: 4)))
        answer = try await client.answer(to: fixture.apnsPush(to: devices.token(at: 4), by: key))
        #expect(answer.reason == "Unregistered")
        answer = try await client.answer(to: fixture.apnsPush(to: devices.token(at: 5), by: key))
        #expect(answer.status == 200)
    }

    @Test func androidsKeepWhatTheirSampleGets() async throws {
        let fixture = try SimulatorFixture()
        let account = try fixture.simulator.issueServiceAccount(projectID: SimulatorFixture.projectID)
        let devices = fixture.simulator.newDevices(
            4, for: SimulatorFixture.android, keyCount: 4, sampleInterval: 1)
        let access = try await fixture.accessToken(account)
        let client = try fixture.client(.fcm)
        for index in 0..<3 {
            let message: JSONObject =
                index == 2
                ? ["token": .string(devices.token(at: index)), "notification": ["title": "Hello"]]
                : try SimulatorFixture.sealedMessage(
                    PushContent(title: "\(index)"), to: #require(devices.encryptionPublicKey(at: index)),
                    token: devices.token(at: index))
            let request = SimulatorFixture.fcmMessage(message, accessToken: access)
            #expect(try await client.answer(to: request).status == 200)
        }
        let samples = devices.openSamples()
        #expect(samples.map(\.content?.title) == ["0", "1", nil])
        #expect(samples.map(\.wasEncrypted) == [true, true, false])
        #expect(devices.devicesByArrivals == [1, 3])
    }
}
