// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushTestSupport
import TestSupport
import Testing
import WaxCrypto
import WaxHTTP
import WaxJSON
import WaxPersonal
import WaxSystem

/// Callbacks to a real receiver over TLS.
@Suite struct CallbackTests {
    private static func options(_ policy: TargetPolicy = .any) -> PersonalService.Options {
        var options = PersonalService.Options()
        options.targets = policy
        return options
    }

    private func stage(trusting certificate: TestCertificate) throws -> RunnerStage {
        var configuration = HTTPClient.Configuration()
        configuration.certificateAuthorityFile = certificate.authorityFile
        return try RunnerStage(Self.options(), client: HTTPClient(configuration: configuration))
    }

    private func notify(_ stage: RunnerStage, _ url: String, expire: Int = 60) async throws {
        let answer = try await stage.rig.notify([
            "acknowledge": ["expire_seconds": .number(JSONNumber(expire))], "callback_url": .string(url), "tags": ["t"],
        ])
        #expect(answer.status == 201)
        #expect(answer["receipt"]?["callback"] == ["status": "pending", "attempts": 0])
    }

    private func tap(_ stage: RunnerStage, _ id: Int64 = 1) async throws {
        let answer = try await stage.rig.call(
            "POST", "/notifications/answers/\(id)", key: stage.rig.token, ["action_id": "pw_ack"])
        #expect(answer.status == 204)
    }

    private func callback(_ stage: RunnerStage, _ id: Int64 = 1) async throws -> JSONValue? {
        try await stage.rig.call("GET", "/notifications/receipts/\(id)")["callback"]
    }

    @Test func theSenderIsToldAndCanCheckIt() async throws {
        let certificate = try TestCertificate()
        let receiver = try Receiver(tls: certificate.tls)
        let stage = try stage(trusting: certificate)
        try await notify(stage, receiver.url)
        try stage.turn()
        try await tap(stage)
        try stage.turn()
        let delivery = try await receiver.first(1)[0]
        #expect(delivery.type == "notification.acknowledged")
        #expect(delivery.event["timestamp"] == stage.time(in: .zero))
        #expect(delivery.event["data"]?["notification_id"] == 1)
        #expect(delivery.event["data"]?["status"] == "acknowledged")
        #expect(delivery.event["data"]?["action_id"] == "pw_ack")
        #expect(delivery.headers["content-type"] == "application/json")
        #expect(delivery.id == "pwr_1")
        // As a receiver checks it who has nothing but the key.
        let digest = Array(SHA256.hash(data: Array(stage.rig.key.utf8)))
        let label = Array("pushward/callback/v1".utf8)
        func code(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
            HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)).withUnsafeBytes { [UInt8]($0) }
        }
        let timestamp = try #require(delivery.headers["webhook-timestamp"])
        #expect(timestamp == "\(stage.now.seconds)")
        let signed = Array("pwr_1.\(timestamp).".utf8) + delivery.body
        #expect(
            delivery.headers["webhook-signature"] == "v1,"
                + Data(code(signed, code(label, digest))).base64EncodedString())
        #expect(delivery.headers["x-honkio-signature"] == nil)

        try await stage.turnWhenTold()
        let expected: JSONObject = [
            "status": "delivered", "attempts": 1, "delivered_at": stage.time(in: .zero), "last_status_code": 204,
        ]
        #expect(try await callback(stage) == .object(expected))
        try stage.advance(by: .seconds(7200))
        #expect(receiver.deliveries.count == 1)
    }

    @Test func theEndOfTheTimeIsToldToo() async throws {
        let certificate = try TestCertificate()
        let receiver = try Receiver(tls: certificate.tls)
        let stage = try stage(trusting: certificate)
        let end = stage.time(in: .seconds(60))
        try await notify(stage, receiver.url)
        try stage.advance(by: .seconds(61))
        let delivery = try await receiver.first(1)[0]
        #expect(delivery.type == "notification.expired")
        #expect(delivery.event["timestamp"] == end)
        #expect(delivery.event["data"]?["status"] == "expired")
    }

    @Test func itIsTriedAgainUnderTheSameName() async throws {
        let certificate = try TestCertificate()
        let receiver = try Receiver(tls: certificate.tls) { _, count in
            .empty(status: count == 1 ? 500 : count == 2 ? 302 : 200)
        }
        let stage = try stage(trusting: certificate)
        try await notify(stage, receiver.url)
        try await tap(stage)
        try stage.turn()
        try await stage.turnWhenTold()
        #expect(try await callback(stage) == ["status": "pending", "attempts": 1, "last_status_code": 500])
        #expect(receiver.deliveries.count == 1)
        try stage.advance(by: .seconds(6))
        try await stage.turnWhenTold()
        #expect(try await callback(stage)?["last_status_code"] == 302)
        // The next start goes on where the last one was.
        try stage.restart()
        try stage.advance(by: .seconds(40))
        try await stage.turnWhenTold()
        #expect(try await callback(stage)?["status"] == "delivered")
        #expect(try await callback(stage)?["attempts"] == 3)
        #expect(Set(receiver.deliveries.map(\.id)) == ["pwr_1"])
        #expect(receiver.deliveries.count == 3)
    }

    @Test func goneEndsIt() async throws {
        let certificate = try TestCertificate()
        let receiver = try Receiver(tls: certificate.tls) { _, _ in .empty(status: 410) }
        let stage = try stage(trusting: certificate)
        try await notify(stage, receiver.url)
        try await tap(stage)
        try stage.turn()
        try await stage.turnWhenTold()
        #expect(try await callback(stage) == ["status": "failed", "attempts": 1, "last_status_code": 410])
        try stage.advance(by: .seconds(7200))
        #expect(receiver.deliveries.count == 1)
    }

    /// The address is judged when it is connected to, whatever was said of the name before.
    @Test func aPrivateAddressIsNotConnectedTo() async throws {
        let receiver = try Receiver(200)
        var configuration = HTTPClient.Configuration()
        configuration.policy = .publicOnly
        let stage = try RunnerStage(Self.options(), client: HTTPClient(configuration: configuration))
        try await notify(stage, receiver.url)
        try await tap(stage)
        try stage.turn()
        try await stage.turnWhenTold()
        #expect(try await callback(stage) == ["status": "failed", "attempts": 1])
        #expect(receiver.deliveries.isEmpty)
    }

    /// Nobody waits for ever for word of a receipt that had to be given up.
    @Test func theEndOfADamagedOneIsToldToo() async throws {
        let receiver = try Receiver(200)
        let stage = try RunnerStage(Self.options())
        try await notify(stage, receiver.url, expire: 600)
        try stage.rig.store.tamper("UPDATE notifications SET content = x'00'")
        try stage.advance(by: .seconds(60))
        let delivery = try await receiver.first(1)[0]
        #expect(delivery.type == "notification.expired")
        #expect(delivery.event["data"]?["status"] == "expired")
        try await stage.turnWhenTold()
        #expect(try await callback(stage)?["status"] == "delivered")
    }

    /// Where the receipt itself is damaged there is no address left, and it takes none of the account's places.
    @Test func aDamagedReceiptEnds() async throws {
        let stage = try RunnerStage(Self.options())
        try await notify(stage, "https://example.org/")
        try stage.rig.store.tamper("UPDATE receipts SET details = x'00'")
        try stage.advance(by: .seconds(60))
        #expect(
            try stage.rig.store.integers(
                "SELECT status, due_at IS NULL, callback_status, callback_due_at IS NULL, ended_at FROM receipts")
                == [3, 1, 3, 1, stage.now.milliseconds])
        try stage.advance(by: .seconds(600))
    }

    @Test func nobodyIsToldOfACancel() async throws {
        let receiver = try Receiver(200)
        let stage = try RunnerStage(Self.options())
        try await notify(stage, receiver.url)
        try await notify(stage, receiver.url)
        #expect(try await stage.rig.call("POST", "/notifications/receipts/1/cancel").status == 200)
        #expect(
            try await stage.rig.call("POST", "/notifications/receipts/cancel", ["tag": "t"]).body == ["canceled": 1])
        try stage.advance(by: .seconds(7200))
        for id in [1, 2] as [Int64] {
            #expect(try await callback(stage, id) == ["status": "canceled", "attempts": 0])
        }
        #expect(try stage.rig.store.integers("SELECT count(*) FROM receipts WHERE callback_due_at IS NOT NULL") == [0])
        #expect(receiver.deliveries.isEmpty)
    }
}
