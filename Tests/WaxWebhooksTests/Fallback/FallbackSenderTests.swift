// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

@Suite struct FallbackSenderTests {
    private static let text = FallbackText(text: "your code is 4711", to: "+15145550100", from: "+15145550199")

    private func gateway(_ receiver: Receiver) -> FallbackGateway {
        FallbackGateway(url: receiver.url, secret: WebhookSecret(random: SystemRandom()))
    }

    /// A push that has just failed, so that its text is to be sent.
    private func failedPush(_ stage: WebhookStage) throws -> Push {
        let push = try stage.addPush(fallback: Self.text)
        let now = stage.time.now()
        let isToBeSent = try stage.write { sql, vault in
            try FallbackTable(sql, vault).settle(push, wasReached: false, isExpired: false, now: now)
        }
        #expect(isToBeSent)
        return push
    }

    private func fallback(_ push: Push, _ stage: WebhookStage) throws -> Fallback? {
        try stage.database.read { try PushTable($0, stage.vault).find(seq: push.seq)?.fallback }
    }

    private func final(_ push: Push, _ stage: WebhookStage) async throws -> Fallback {
        try await stage.eventually { stage in
            let found = try self.fallback(push, stage)
            return found?.state == .sending ? nil : found
        }
    }

    @Test func theGatewayGetsASignedRequest() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver { _, _ in .json(Array(#"{"message_id":"msg_1"}"#.utf8), status: 202) }
        let gateway = gateway(receiver)
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: gateway)
        defer { sender.stop() }
        let delivery = try #require(try await receiver.first(1).first)
        let id = "fbk_" + push.id.text
        #expect(
            delivery.event == [
                "id": .string(id), "push_id": .string("push_" + push.id.text), "to": "+15145550100",
                "from": "+15145550199", "text": "your code is 4711",
            ])
        let expected = WebhookSignature.headers(
            id: id, body: delivery.body, secrets: [gateway.secret], now: stage.time.now())
        for field in expected.fields { #expect(delivery.headers[field.name] == field.value) }
        #expect(
            try await final(push, stage) == Fallback(state: .sent, messageID: "msg_1", errorCode: nil))
    }

    @Test func aStopWaitsForWhatIsUnderWay() async throws {
        let stage = try WebhookStage()
        let isOpen = Locked(false)
        let receiver = try Receiver { _, _ in
            _ = await inBackground { isOpen.wait(atMost: .seconds(600)) { $0 ? true : nil } }
            return .empty()
        }
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver), drain: .seconds(600))
        _ = try await receiver.first(1)
        async let stopped: Void = inBackground { sender.stop() }
        isOpen.withLock { $0 = true }
        isOpen.notify()
        await stopped
        #expect(try fallback(push, stage) == Fallback(state: .sent, messageID: nil, errorCode: nil))
    }

    @Test func whatFailsIsSentAgainUnderTheSameName() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(503, 500, 200)
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver))
        defer { sender.stop() }
        for (count, wait) in [(1, 6), (2, 33), (3, 0)] {
            _ = try await receiver.first(count)
            _ = try await stage.eventually { stage in
                try stage.database.read { sql in
                    try sql.first("SELECT attempts FROM fallbacks", []) { try $0.integer(0) == count ? true : nil }
                } ?? nil
            }
            stage.time.advance(by: .seconds(wait))
            sender.wake()
        }
        #expect(try await final(push, stage) == Fallback(state: .sent, messageID: nil, errorCode: nil))
        #expect(Set(receiver.deliveries.map(\.id)).count == 1)
        #expect(Set(receiver.deliveries.map(\.body)).count == 1)
    }

    @Test func aRefusalIsFinal() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(422)
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver))
        defer { sender.stop() }
        let end = try await final(push, stage)
        #expect(end == Fallback(state: .failed, messageID: nil, errorCode: "FALLBACK_REJECTED"))
        #expect(receiver.deliveries.count == 1)
    }

    @Test func afterAnHourItHasFailed() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver(500)
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver))
        defer { sender.stop() }
        let waits = RetrySchedule.fallbacks.waits
        for (count, wait) in zip(1..., waits) {
            stage.time.advance(by: wait * 1.1)
            sender.wake()
            _ = try await receiver.first(count)
            _ = try await stage.eventually { stage in
                try stage.database.read { sql in
                    try sql.first("SELECT attempts FROM fallbacks", []) { try $0.integer(0) == count ? true : nil }
                } ?? nil
            }
        }
        let end = try await final(push, stage)
        #expect(end == Fallback(state: .failed, messageID: nil, errorCode: "FALLBACK_UNAVAILABLE"))
        #expect(receiver.deliveries.count == waits.count)
    }

    @Test func withoutTheGatewayThatThereWasItFails() async throws {
        let stage = try WebhookStage()
        let push = try failedPush(stage)
        let sender = FallbackSender(stage.parts(), gateway: nil)
        defer { sender.stop() }
        let end = try await final(push, stage)
        #expect(end == Fallback(state: .failed, messageID: nil, errorCode: "PROVIDER_NOT_CONFIGURED"))
    }

    @Test func aGatewayOnAPrivateAddressIsNotConnectedTo() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        _ = try failedPush(stage)
        let sender = FallbackSender(stage.parts(policy: .publicOnly), gateway: gateway(receiver))
        defer { sender.stop() }
        let attempts = try await stage.eventually { stage in
            try stage.database.read { sql in
                try sql.first("SELECT attempts FROM fallbacks", []) { try $0.integer(0) > 0 ? true : nil }
            } ?? nil
        }
        #expect(attempts)
        #expect(receiver.deliveries.isEmpty)
    }

    @Test func aTextThatADeadSenderHadClaimedGoesOutOnceItsLeaseIsOver() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let push = try failedPush(stage)
        let now = stage.time.now()
        let claims = try stage.write { sql, vault in
            try FallbackTable(sql, vault).claim(limit: 5, leaseUntil: now + .seconds(60), now: now)
        }
        let claim = try #require(claims.first)
        #expect(claim.text == Self.text)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver))
        defer { sender.stop() }
        stage.time.advance(by: .seconds(60))
        sender.wake()
        #expect(try await final(push, stage).state == .sent)
        #expect(throws: LeaseLost.self) {
            try stage.write { sql, vault in try FallbackTable(sql, vault).finish(claim, as: .failed) }
        }
        #expect(try fallback(push, stage)?.state == .sent)
    }

    @Test func theTextIsNeverReadableAtRestAndGoesWithTheEnd() async throws {
        let stage = try WebhookStage()
        let receiver = try Receiver()
        let push = try failedPush(stage)
        for part in ["4711", "5145550100"] { #expect(!FileBytes.contains(try stage.bytesAtRest(), part)) }
        func protected() throws -> Int64? {
            try stage.database.read { sql in
                try sql.first("SELECT count(*) FROM fallbacks WHERE content IS NOT NULL") { try $0.integer(0) }
            }
        }
        #expect(try protected() == 1)
        let sender = FallbackSender(stage.parts(), gateway: gateway(receiver))
        defer { sender.stop() }
        _ = try await final(push, stage)
        #expect(try protected() == 0)
    }
}
