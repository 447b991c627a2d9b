// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSimulator
import WaxSystem

@Suite(.timeLimit(.minutes(2))) struct ReceivedPushTests {
    private let fixture: SimulatorFixture
    private let key: IssuedAPNsKey
    private let token: String

    init() throws {
        fixture = try SimulatorFixture { $0.logLimit = 3 }
        key = fixture.simulator.issueAPNsKey(bundleID: SimulatorFixture.bundleID)
        token = fixture.simulator.newDevice(for: SimulatorFixture.ios)
    }

    private func receive(_ payload: [UInt8], collapseID: String = "delivery-1") async throws -> ReceivedPush {
        var request = try fixture.apnsPush(to: token, by: key, payload: payload)
        request["apns-collapse-id"] = collapseID
        _ = try await fixture.client(.apns).answer(to: request)
        return try #require(fixture.simulator.received.last)
    }

    @Test func isWhatTheProviderSaw() async throws {
        let payload = Array(#"{"aps" : {"alert":"é"}}"#.utf8)
        let push = try await receive(payload)
        #expect(push.service == .apns && push.method == "POST" && push.path == "/3/device/\(token)")
        #expect(push.body == payload && push.status == 200 && push.reason == nil && push.wasDelivered)
        #expect(push.milliseconds == fixture.time.now().milliseconds)
        #expect(
            push.headers.map(\.name) == [
                "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-id", "apns-collapse-id",
            ])
        #expect(push.deviceToken == token)
        #expect(push.header("apns-topic") == SimulatorFixture.bundleID && push.header("authorization") == nil)
        var dumped = "\(push)"
        dump(push, to: &dumped)
        let isHidden = !dumped.contains(token) && !dumped.contains("bearer")
        #expect(isHidden)
    }

    @Test func connectionsAreKnownBeforeAndAfterTheirRequests() async throws {
        #expect(fixture.simulator.connections(of: .apns).isEmpty)
        let first = try await receive([])
        let known = fixture.simulator.connections(of: .apns)
        #expect(known == [first.connection])
        let second = try await receive([])
        #expect(!known.contains(second.connection))
        #expect(fixture.simulator.connections(of: .apns) == [first.connection, second.connection])
        #expect(fixture.simulator.connections(of: .fcm).isEmpty)
    }

    @Test func theLogKeepsTheLatest() async throws {
        for index in 0..<5 { _ = try await receive(Array(#"{"aps":{"badge":\#(index)}}"#.utf8)) }
        let bodies = fixture.simulator.received.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == (2..<5).map { #"{"aps":{"badge":\#($0)}}"# })
        #expect(fixture.simulator.counts(of: .apns).total == 5)
        fixture.simulator.clearLog()
        #expect(fixture.simulator.received.isEmpty && fixture.simulator.counts(of: .apns).total == 0)
        _ = try await receive(Array("{}".utf8))
        #expect(fixture.simulator.received.map(\.reason) == ["PayloadEmpty"])
    }

    @Test func tellsWhatCanBeRead() async throws {
        let texts = ["Your code", "123456", "42", "orders"]
        let plain = try await receive(
            Array(#"{"aps":{"alert":{"title":"Your code","body":"123456"}},"data":{"order":"42"}}"#.utf8))
        #expect(plain.readable(texts) == ["Your code", "123456", "42"])
        let escaped = try await receive(Array(#"{"aps":{"alert":"Your \u0063ode is 123\u003456"}}"#.utf8))
        #expect(escaped.readable(texts) == ["Your code", "123456"])
        let nested = try await receive(Array(#"{"aps":{},"x":"{\"order\":\"42\"}","y":"4242"}"#.utf8))
        #expect(nested.readable(texts) == ["42"])
        let header = try await receive(Array(#"{"aps":{}}"#.utf8), collapseID: "orders")
        #expect(header.readable(texts) == ["orders"])
        for before in ["", "x", "xy", "xyz"] {
            let base64 = Base64URL.encode(Array("\(before)Your code is 123456!".utf8))
            let push = try await receive(Array(#"{"aps":{},"x":"\#(base64)"}"#.utf8))
            #expect(push.readable(texts) == ["Your code", "123456"])
        }
        let phone = fixture.simulator.newPhone(for: SimulatorFixture.ios)
        let content = PushContent(title: "Your code", body: "123456", data: ["order": "42"])
        let sealed = try await receive(
            SimulatorFixture.sealedPayload(content, to: phone.encryptionPublicKey().publicKey))
        #expect(sealed.readable(texts).isEmpty)
    }
}
