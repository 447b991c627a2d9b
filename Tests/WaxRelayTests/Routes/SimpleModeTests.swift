// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON

@testable import WaxRelay

@Suite struct SimpleModeTests {
    private func issue(_ relay: TestRelay, _ value: JSONValue) async throws -> HTTPResponse {
        let answer = try await relay.post("/issue-notification", value)
        relay.settle()
        return answer
    }

    @Test func theKey() async throws {
        let relay = try TestRelay()
        let answer = try JSONReader.parse(await relay.call("GET", "/cypher-public-key").body)
        let text = try #require(answer["publicKey"]?.stringValue)
        let pem = try #require(Data(base64Encoded: text))
        let key = try P256.KeyAgreement.PublicKey(pemRepresentation: String(decoding: pem, as: UTF8.self))
        #expect(
            Array(key.x963Representation) == relay.keeper.current.plan.active(hour: relay.hour)?.key.x963Representation)
    }

    /// Keys are given out within the limits of whoever asks.
    @Test(arguments: ["/cypher-public-key", "/v1/sealed/keys"])
    func keysAreLimited(path: String) async throws {
        let relay = try TestRelay()
        for _ in 0..<120 { #expect(try await relay.call("GET", path).status == 200) }
        #expect(try await relay.call("GET", path).status == 429)
        #expect(try await relay.call("GET", path, from: "192.0.2.2").status == 200)
    }

    @Test(arguments: ["fcmcipher", "notificationCypher"])
    func aPayloadReachesTheDeviceSealed(name: String) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let token = try relay.token(device)
        let payload = "<script>\"é\"</script>"
        let answer = try await issue(relay, ["notificationPayload": .string(payload), name: .string(token.text)])
        #expect(answer == RelayAnswer.simple && answer.status == 200)
        #expect(answer.body == Array(#"{"success": true}"#.utf8))
        let sent = try #require(relay.sender.sent.first)
        #expect(sent.sealed.count == SimpleWakeMessage.byteCount)
        let message = SimpleWakeMessage(opening: sent.sealed, with: SymmetricKey(data: device.wakeKey))
        #expect(message?.payload == payload && message?.token == token)
    }

    /// Without the owner's leave it shows nothing; the payload goes out all the same, also when the push is tried again.
    @Test(arguments: [true, false])
    func thePayloadNeedsNoLeave(isAllowed: Bool) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let device = relay.device()
        let token = try relay.token(device) { $0.policy = isAllowed ? .visibleFallback : [] }
        relay.sender.answer(.again(after: .seconds(10)))
        _ = try await issue(relay, ["notificationPayload": "hello", "fcmcipher": .string(token.text)])
        relay.pass(.seconds(20))
        #expect(relay.sender.sent.map(\.isVisible) == [isAllowed, isAllowed])
        for sent in relay.sender.sent {
            #expect(
                SimpleWakeMessage(opening: sent.sealed, with: SymmetricKey(data: device.wakeKey))?.payload == "hello")
        }
    }

    @Test func oneAnswerForAll() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let good = try relay.token().text
        var bytes = try relay.token().bytes
        bytes[1000] ^= 1
        let bad = try SealedToken(bytes: bytes).text
        let values: [JSONValue] = [
            ["notificationPayload": "", "fcmcipher": .string(bad)], [:], [],
            ["notificationPayload": "", "fcmcipher": "EXPO_V2.e30"], ["fcmcipher": .string(good)],
            ["notificationPayload": .string(String(repeating: "x", count: 1025)), "fcmcipher": .string(good)],
            ["notificationPayload": 1, "fcmcipher": .string(good)],
        ]
        for value in values { #expect(try await issue(relay, value) == RelayAnswer.simple) }
        #expect(try await relay.call("POST", "/issue-notification", [0xFF]) == RelayAnswer.simple)
        for (path, answer) in [("/issue-notification", RelayAnswer.simple), ("/v1/sealed/wake", RelayAnswer.tooLarge)] {
            let head = try #require(HTTPRequestHead(method: "POST", target: path))
            #expect(relay.handler.refusal(.bodyTooLarge(limit: Relay.longestBody), head: head) == answer)
        }
        #expect(relay.sender.sent.isEmpty)
        let longest = String(repeating: "x", count: 1024)
        _ = try await issue(relay, ["notificationPayload": .string(longest), "fcmcipher": .string(good)])
        #expect(relay.sender.sent.count == 1)
    }

    /// The same limits: what is gathered goes out as an ordinary wake.
    @Test func limits() async throws {
        let relay = try TestRelay()
        let device = relay.device()
        for contact in UInt8(1)...8 {
            let token = try relay.token(device, for: contact)
            _ = try await issue(relay, ["notificationPayload": "hello", "fcmcipher": .string(token.text)])
        }
        #expect(relay.sender.sent.filter { $0.sealed.count == SimpleWakeMessage.byteCount }.count == 5)
        relay.pass(.seconds(60))
        #expect(relay.messages(device).flatMap(\.references) == (UInt8(6)...8).map(TestDevice.reference))
        for _ in 0..<120 { _ = try await relay.post("/issue-notification", [:]) }
        #expect(try await relay.post("/issue-notification", [:]).status == 429)
    }
}
