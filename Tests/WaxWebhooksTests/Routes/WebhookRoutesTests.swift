// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxWebhooks

@Suite struct WebhookRoutesTests {
    private static let members = [
        "id", "url", "events", "active", "deactivated_reason", "deactivated_at", "failing_since", "failed_events",
        "last_success_at", "last_failure_at", "last_failure_reason", "secret_rotated_at", "created_at",
    ]

    private func members(_ value: JSONValue?) -> [String] { value?.objectValue.map { Array($0.keys) } ?? [] }

    private func create(
        _ stage: APIStage, _ url: String = "https://example.com/hook", as key: String = "test"
    ) async throws -> APIStage.Answer {
        try await stage.call(
            "POST", "/v1/webhooks", ["url": .string(url), "events": ["push.sent", "push.failed"]], as: key)
    }

    @Test func theRoutesAreThoseOfTheAPI() {
        let routes = PushRoute.all().routes.filter { $0.pattern.hasPrefix("/v1/webhooks") }
        #expect(
            Set(routes.map { "\($0.method) \($0.pattern)" }) == [
                "POST /v1/webhooks", "GET /v1/webhooks", "GET /v1/webhooks/{id}", "PATCH /v1/webhooks/{id}",
                "DELETE /v1/webhooks/{id}", "GET /v1/webhooks/{id}/deliveries", "GET /v1/webhooks/{id}/dead-letters",
                "POST /v1/webhooks/{id}/reactivate", "POST /v1/webhooks/{id}/rotate-secret",
                "POST /v1/webhooks/dead-letters/{dlid}/replay", "DELETE /v1/webhooks/dead-letters/{dlid}",
            ])
    }

    @Test func aWebhookIsMadeShownChangedAndDeleted() async throws {
        try await APIStage.with { stage in
            let made = try await create(stage)
            #expect(made.status == 201)
            #expect(members(made.body) == Self.members + ["secret"])
            #expect(WebhookSecret(try made.string("secret")) != nil)
            #expect(made["events"] == ["push.sent", "push.failed"])
            #expect(made["active"] == true)
            let id = try made.string("id")
            #expect(id.hasPrefix("wh_"))

            let read = try await stage.call("GET", "/v1/webhooks/\(id)")
            #expect(members(read.body) == Self.members)
            let list = try await stage.call("GET", "/v1/webhooks")
            #expect(list["data"] == [read.body])
            #expect(list["has_more"] == false)
            #expect(list["next_cursor"] == .null)

            let changed = try await stage.call(
                "PATCH", "/v1/webhooks/\(id)", ["events": ["push_device.deactivated"], "active": false])
            #expect(changed.status == 200)
            #expect(changed["events"] == ["push_device.deactivated"])
            #expect(changed["url"] == "https://example.com/hook")
            #expect(changed["active"] == false)
            #expect(changed["deactivated_reason"] == "DISABLED")
            #expect(changed["deactivated_at"]?.stringValue != nil)

            let on = try await stage.call("POST", "/v1/webhooks/\(id)/reactivate")
            #expect(on.status == 200)
            #expect(on["active"] == true)
            #expect(on["deactivated_reason"] == .null)

            #expect(try await stage.call("DELETE", "/v1/webhooks/\(id)").status == 204)
            #expect(try await stage.call("GET", "/v1/webhooks/\(id)").status == 404)
            #expect(try await stage.call("DELETE", "/v1/webhooks/\(id)").status == 404)
        }
    }

    @Test func aSecretIsRotatedAndShownOnce() async throws {
        try await APIStage.with { stage in
            let made = try await create(stage)
            let id = try made.string("id")
            let rotated = try await stage.call("POST", "/v1/webhooks/\(id)/rotate-secret")
            #expect(rotated.status == 200)
            #expect(members(rotated.body) == Self.members + ["secret"])
            #expect(rotated["secret"] != made["secret"])
            #expect(rotated["secret_rotated_at"]?.stringValue != nil)
            let read = try await stage.call("GET", "/v1/webhooks/\(id)")
            #expect(read["secret"] == nil)
            #expect(read["secret_rotated_at"] == rotated["secret_rotated_at"])
        }
    }

    @Test(arguments: [
        ("not a url", false), ("http://example.com/", false), ("https://user:pw@example.com/", false),
        ("https://user@example.com/", false), ("https://example.com/#part", false), ("ftp://example.com/", false),
        ("https://", false), ("/hook", false), ("https://127.0.0.1/", false), ("https://[::1]/", false),
        ("https://2130706433/", false), ("https://10.1.2.3:8443/x", false), ("https://169.254.169.254/", false),
        ("https://example.com/a b", false), ("https://exämple.com/", false),
        ("https://example.com", true), ("https://example.com:8443/hook?token=1", true), ("https://1.1.1.1/", true),
    ])
    func onlyPublicHTTPSURLsAreTaken(url: String, isTaken: Bool) async throws {
        try await APIStage.with(policy: .publicOnly) { stage in
            let answer = try await create(stage, url)
            #expect(answer.status == (isTaken ? 201 : 422))
            if !isTaken { #expect(answer["details"]?["errors"]?.arrayValue?.first?["field"] == "url") }
        }
    }

    @Test func whereTheOperatorAllowsItPlainAndPrivateTargetsAreTaken() async throws {
        try await APIStage.with { stage in
            for url in ["http://127.0.0.1:9/hook", "http://localhost/", "https://10.0.0.1/"] {
                let made = try await create(stage, url)
                #expect(made.status == 201)
            }
        }
    }

    @Test(arguments: [
        (#"{}"#, ["url", "events"]), (#"{"url":null,"events":null}"#, ["url", "events"]),
        (#"{"url":"https://example.com/","events":[]}"#, ["events"]),
        (#"{"url":"https://example.com/","events":["push.sent","message.sent"]}"#, ["events[1]"]),
        (#"{"url":"https://example.com/","events":["push.sent","push.sent"]}"#, ["events[1]"]),
        (#"{"url":"https://example.com/","events":["push.sent"],"secret":"x"}"#, ["secret"]),
        (#"{"url":7,"events":"push.sent"}"#, ["url", "events"]),
    ])
    func everyProblemOfABodyIsNamed(body: String, fields: [String]) async throws {
        let object = try #require(try JSONReader.parse(Array(body.utf8)).objectValue)
        try await APIStage.with { stage in
            let answer = try await stage.call("POST", "/v1/webhooks", object)
            #expect(answer.status == 422)
            let found = answer["details"]?["errors"]?.arrayValue?.compactMap { $0["field"]?.stringValue } ?? []
            #expect(Set(found) == Set(fields))
        }
    }

    @Test func aChangeMayNotClearWhatMustBeThere() async throws {
        try await APIStage.with { stage in
            let id = try await create(stage).string("id")
            for name in ["url", "events", "active"] {
                let body: JSONObject = [name: .null]
                #expect(try await stage.call("PATCH", "/v1/webhooks/\(id)", body).status == 422)
            }
            #expect(try await stage.call("PATCH", "/v1/webhooks/\(id)", [:]).status == 200)
            #expect(
                try await stage.call("POST", "/v1/webhooks/\(id)/reactivate", ["active": true]).status == 422)
        }
    }

    @Test func anAccountHasOnlySoMany() async throws {
        try await APIStage.with(webhookLimit: 2) { stage in
            let first = try await create(stage).string("id")
            #expect(try await create(stage).status == 201)
            let refused = try await create(stage)
            #expect(refused.status == 409)
            #expect(refused["code"] == "WEBHOOK_LIMIT_REACHED")
            // Another mode and another account count for themselves, and a deleted one counts no more.
            #expect(try await create(stage, as: "live").status == 201)
            #expect(try await create(stage, as: "stranger").status == 201)
            try await stage.call("DELETE", "/v1/webhooks/\(first)")
            #expect(try await create(stage).status == 201)
        }
    }

    @Test(arguments: ["live", "stranger"])
    func othersSeeNothing(key: String) async throws {
        try await APIStage.with { stage in
            let id = try await create(stage).string("id")
            for (method, path) in [
                ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/deliveries"), ("GET", "/dead-letters"),
                ("POST", "/reactivate"), ("POST", "/rotate-secret"),
            ] {
                let body: JSONObject? = method == "PATCH" ? [:] : nil
                #expect(try await stage.call(method, "/v1/webhooks/\(id)\(path)", body, as: key).status == 404)
            }
            #expect(try await stage.call("GET", "/v1/webhooks", as: key)["data"] == [])
            #expect(try await stage.call("GET", "/v1/webhooks/\(id)").status == 200)
        }
    }

    @Test func readingAndWritingAreTwoPermissions() async throws {
        try await APIStage.with { stage in
            let id = try await create(stage).string("id")
            #expect(try await stage.call("GET", "/v1/webhooks/\(id)", as: "reader").status == 200)
            let refused = try await stage.call("DELETE", "/v1/webhooks/\(id)", as: "reader")
            #expect(refused.status == 403)
            #expect(refused["details"]?["required"] == "webhooks:w")
        }
    }

    @Test func listsGoOnWhereTheyStopped() async throws {
        try await APIStage.with { stage in
            var made: [String] = []
            for _ in 0..<5 { made.insert(try await create(stage).string("id"), at: 0) }
            var found: [String] = []
            var target: String? = "/v1/webhooks?limit=2"
            while let next = target {
                let page = try await stage.call("GET", next)
                found += page["data"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
                // A webhook that goes meanwhile moves nothing.
                try await stage.call("DELETE", "/v1/webhooks/\(found.last ?? "")")
                target = page["next_cursor"]?.stringValue.map { "/v1/webhooks?limit=2&cursor=\($0)" }
            }
            #expect(found == made)
        }
    }
}
