// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxSystem

@testable import WaxRelay

@Suite struct ConstantAnswerTests {
    /// Whatever a token turns out to be, the answer is the same, and only what is good wakes a device.
    @Test func oneAnswerForAll() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let good = relay.device("good")
        var classes: [(RelayMetrics.Event, SealedToken)] = []
        classes.append((.delivered, try relay.token(good)))
        let short = try relay.token(relay.device("expired")) { $0.expires = $0.issued + 1 }
        let revoked = relay.device("revoked")
        let revokedToken = try relay.token(revoked)
        let dead = try relay.token(relay.device("dead"))
        #expect(try await relay.revoke(revokedToken, revoked.secret) == RelayAnswer.accepted)
        relay.sender.answer(.dead)
        _ = try await relay.wake([dead])
        relay.settle()
        relay.time.advance(by: .seconds(3600))

        classes.append((.notValidNow, short))
        classes.append((.revoked, revokedToken))
        classes.append((.deadDevice, dead))
        func changed(_ token: SealedToken, _ offset: Int) throws -> SealedToken {
            var bytes = token.bytes
            bytes[offset] ^= 1
            return try SealedToken(bytes: bytes)
        }
        classes.append((.unknownKey, try changed(relay.token(), 5)))
        classes.append((.notOpened, try changed(relay.token(), 1370)))
        classes.append(
            (.decoys, try relay.token { ($0.address, $0.app, $0.ticket) = (nil, "", [UInt8](repeating: 0, count: 16)) })
        )
        var random = relay.engine.parts.random.bytes(SealedToken.byteCount)
        random.replaceSubrange(0..<10, with: try relay.token().bytes[..<10])
        random[10] = 4
        classes.append((.notOpened, try SealedToken(bytes: random)))
        classes.append((.noTicket, try relay.token { $0.ticket[0] ^= 1 }))
        classes.append((.unknownApp, try relay.token(unknownApp(relay))))
        classes.append((.notValidNow, try relay.token { $0.issued += 3 }))

        var answers: Set<HTTPResponse> = []
        for (event, token) in classes {
            let before = relay.metrics.value(event)
            answers.insert(try await relay.wake([token]))
            relay.settle()
            #expect(relay.metrics.value(event) == before + 1, "\(event)")
        }
        #expect(answers == [RelayAnswer.accepted])
        #expect(answers.first?.status == 202 && answers.first?.body == Array(#"{"v":1}"#.utf8))
        #expect(relay.messages(good).count == 1)
        #expect(relay.sender.sent.count == 2)
    }

    private func unknownApp(_ relay: TestRelay) -> SealedTokenContent {
        relay.content(relay.device("other")) { content in
            content.app = "com.example.other"
            content.ticket = relay.keeper.secrets.ticket(
                of: relay.device("other").address.ticketMessage(app: content.app, expires: content.ticketExpires))
        }
    }

    /// Nothing is opened, and no limit asked that a token could change, before the answer is out.
    @Test func theAnswerComesFirst() async throws {
        let relay = try TestRelay()
        #expect(try await relay.wake([relay.token()]) == RelayAnswer.accepted)
        _ = relay.engine.drain(TokenOpener(relay.keeper))
        #expect(relay.sender.sent.isEmpty)
        relay.settle()
        #expect(relay.sender.sent.count == 1)
    }

    /// Work begins at least ten milliseconds after its call, and together with what comes within five.
    @Test(arguments: [0, 1, 4999, 5000, 5001, 123_456_789])
    func workBeginsTogether(microseconds: Int) async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        relay.time.advance(by: .microseconds(microseconds))
        let wait = relay.engine.notBefore() - relay.engine.now
        #expect(relay.engine.notBefore().isMultiple(of: 5000) && (10_000..<15_000).contains(wait))
        _ = try await relay.wake([relay.token()])
        relay.time.advance(by: .microseconds(wait - 1))
        #expect(relay.engine.drain(relay.opener) == relay.engine.now + 1)
        #expect(relay.opener.count == 0)
        _ = try await relay.wake([relay.token(relay.device("other"))])
        relay.time.advance(by: .microseconds(1))
        _ = relay.engine.drain(relay.opener)
        #expect(relay.sender.sent.count == 1)
        relay.settle()
        #expect(relay.sender.sent.count == 2)
    }

    @Test func oneOfABatchDoesNotHarmTheOthers() async throws {
        let relay = try TestRelay(limits: TestRelay.wide)
        let devices = (0..<4).map { relay.device("\($0)") }
        var tokens = try devices.map { try relay.token($0) }
        var bytes = tokens[1].bytes
        bytes[1000] ^= 1
        tokens[1] = try SealedToken(bytes: bytes)
        relay.sender.answer(.rejected(reason: "400"))
        #expect(try await relay.wake(tokens) == RelayAnswer.accepted)
        relay.settle()
        #expect(devices.map { relay.messages($0).count } == [1, 0, 1, 1])
    }

    @Test func refusalsOfTheServer() {
        let relay = try? TestRelay()
        let head = HTTPRequestHead(method: "POST", target: "/v1/sealed/wake")
        if let relay, let head {
            #expect(relay.handler.refusal(.bodyTooLarge(limit: 1), head: head) == RelayAnswer.tooLarge)
            #expect(relay.handler.refusal(.badHeaders, head: head).status == 400)
        }
    }
}
