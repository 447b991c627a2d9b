// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxWebhooks

/// Attempts and dead letters over the API.
@Suite struct WebhookRecordRoutesTests {
    private func members(_ value: JSONValue?) -> [String] { value?.objectValue.map { Array($0.keys) } ?? [] }

    /// Makes a webhook to `receiver`, and a push that it is told of.
    private func pushed(_ stage: APIStage, to receiver: Receiver) async throws -> String {
        let id = try await stage.call(
            "POST", "/v1/webhooks", ["url": .string(receiver.url), "events": ["push.failed"]]
        ).string("id")
        let app = try await stage.addApp()
        try await stage.call(
            "POST", "/v1/push", ["app_id": .string(app), "user_id": "nobody", "title": "Hello"])
        _ = try await receiver.first(1)
        return id
    }

    @Test func attemptsAreListed() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver(202)
            let id = try await pushed(stage, to: receiver)
            let page = try await stage.answer("GET", "/v1/webhooks/\(id)/deliveries?limit=5") {
                $0["data"]?.arrayValue?.isEmpty == false
            }
            let attempt = page["data"]?.arrayValue?.first
            #expect(
                members(attempt) == [
                    "id", "event_id", "event_type", "attempt", "success", "http_status", "error_reason", "duration_ms",
                    "occurred_at",
                ])
            #expect(attempt?["id"]?.stringValue?.hasPrefix("whd_") == true)
            #expect(attempt?["event_id"]?.stringValue == receiver.deliveries.first?.id)
            #expect(attempt?["event_type"] == "push.failed")
            #expect(attempt?["attempt"] == 1)
            #expect(attempt?["success"] == true)
            #expect(attempt?["http_status"] == 202)
            #expect(attempt?["error_reason"] == .null)
            #expect(page["has_more"] == false)
        }
    }

    @Test func deadLettersAreListedReplayedAndDiscarded() async throws {
        try await APIStage.with { stage in
            let receiver = try Receiver(410, 200)
            let id = try await pushed(stage, to: receiver)
            let path = "/v1/webhooks/\(id)/dead-letters"
            let page = try await stage.answer("GET", path) { $0["data"]?.arrayValue?.isEmpty == false }
            let letter = page["data"]?.arrayValue?.first
            #expect(
                members(letter) == [
                    "id", "event_id", "event_type", "failed_reason", "created_at", "replayed_at", "payload",
                ])
            #expect(letter?["failed_reason"] == "HTTP_410")
            #expect(letter?["payload"] == receiver.deliveries.first?.event)
            let letterID = try #require(letter?["id"]?.stringValue)
            #expect(letterID.hasPrefix("dl_"))
            let replay = "/v1/webhooks/dead-letters/\(letterID)/replay"

            let refused = try await stage.call("POST", replay)
            #expect(refused.status == 409)
            #expect(refused["code"] == "WEBHOOK_INACTIVE")
            try await stage.call("POST", "/v1/webhooks/\(id)/reactivate")
            #expect(try await stage.call("POST", replay, as: "stranger").status == 404)
            #expect(try await stage.call("POST", replay, as: "reader").status == 403)
            let replayed = try await stage.call("POST", replay)
            #expect(replayed.status == 200)
            #expect(replayed["replayed_at"]?.stringValue != nil)
            let deliveries = try await receiver.first(2)
            #expect(deliveries[0].body == deliveries[1].body)

            #expect(try await stage.call("GET", path)["data"] == [])
            let all = try await stage.call("GET", "\(path)?include_replayed=true&limit=1")
            #expect(all["data"] == [replayed.body])
            #expect(try await stage.call("GET", "\(path)?include_replayed=maybe").status == 422)
            let discard = "/v1/webhooks/dead-letters/\(letterID)"
            #expect(try await stage.call("DELETE", discard, as: "live").status == 404)
            #expect(try await stage.call("DELETE", discard).status == 204)
            #expect(try await stage.call("DELETE", discard).status == 404)
            #expect(try await stage.call("GET", "\(path)?include_replayed=true")["data"] == [])
        }
    }
}
