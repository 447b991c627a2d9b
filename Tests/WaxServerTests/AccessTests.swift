// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCommands
import WaxHTTP
import WaxJSON
import WaxPushAPI
import WaxRecords
import WaxServer
import WaxStore
import WaxSystem

@Suite struct AccessTests {
    @Test func anOAuthClientOfTheCommandLine() async throws {
        let running = try RunningServer()
        let run = await CommandRun([
            "oauth", "create", "--data", running.data, "--mode", "test", "--scope", "push:send", "--scope=push:read",
            "--label", "shop",
        ])
        #expect(run.code == .ok)
        #expect(run.errors == "")
        let values = run.lines.map { $0.split(separator: "=").map(String.init) }
        #expect(values.map(\.first) == ["client_id", "client_secret"])
        let form = "grant_type=client_credentials&\(run.lines.joined(separator: "&"))&scope=push%3Aread"
        let answer = try await running.token(form)
        #expect(answer.status == 200)
        #expect(answer.string("scope") == "push:read")
        #expect(answer.headers["cache-control"] == "no-store")
        let token = try #require(answer.string("access_token"))
        let push = "/v1/push/push_00000000000000000000000000"
        #expect(try await running.call("GET", push, key: token).status == 404)
        #expect(try await running.call("POST", "/v1/push", key: token, [:]).status == 403)

        let admin = try await running.makeKey()
        let list = try await running.call("GET", "/v1/oauth/clients", key: admin)
        let client = try #require(list.body["data"]?[0])
        #expect(client["id"]?.stringValue == values[0][1])
        #expect(client["label"] == "shop")
        #expect(client["scopes"] == ["push:send", "push:read"])
        #expect(try await running.call("DELETE", "/v1/oauth/clients/\(values[0][1])", key: admin).status == 204)
        #expect(try await running.call("GET", push, key: token).status == 401)
        #expect(try await running.token(form).string("error") == "invalid_client")
        await running.server.stop()
    }

    @Test func aKeyRevokedElsewhereIsRefusedAtOnce() async throws {
        let running = try RunningServer()
        let text = try await running.makeKey()
        #expect(try await running.call("GET", "/v1/push/apps", key: text).status == 200)
        let storage = try Storage(try DataDirectory(running.data), masterKey: .besideData)
        let (vault, now) = (storage.vault, SystemTime().now())
        try await storage.database.write { sql in
            let keys = APIKeyTable(sql, vault)
            let secret = try #require(APIKeySecret(text))
            try keys.revoke(try #require(try keys.find(lookup: vault.apiKeys.digest(of: secret.text))), now: now)
        }
        storage.close()
        #expect(try await running.call("GET", "/v1/push/apps", key: text).status == 401)
        await running.server.stop()
    }

    @Test func theLimitsOfTheSettings() async throws {
        let limits = try #require(RateLimits(setting: "sends=1/2,reads=1/1"))
        let running = try RunningServer(rateLimits: limits)
        let key = try await running.makeKey()
        // One more is allowed each second: a slow machine may need some calls more than the burst.
        var refused = try await running.call("POST", "/v1/push", key: key, [:])
        #expect(refused.status == 422)
        for _ in 0..<1000 where refused.status != 429 {
            refused = try await running.call("POST", "/v1/push", key: key, [:])
        }
        #expect(refused.status == 429)
        #expect(refused.string("code") == "RATE_LIMITED")
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.headers["ratelimit-limit"] == "2")
        #expect(try await running.call("PUT", "/v1/push/devices", key: key, [:]).status == 422)
        await running.server.stop()
    }

    @Test func theLastUseOfAKeyOutlivesTheServer() async throws {
        let running = try RunningServer()
        let text = try await running.makeKey()
        #expect(try await running.call("GET", "/v1/push/apps", key: text).status == 200)
        await running.server.stop()
        let storage = try Storage(try DataDirectory(running.data), masterKey: .besideData)
        defer { storage.close() }
        let secret = try #require(APIKeySecret(text))
        let key = try #require(
            try storage.database.read {
                try APIKeyTable($0, storage.vault).find(lookup: storage.vault.apiKeys.digest(of: secret.text))
            })
        let lastUse = try #require(key.lastUsedAt)
        #expect(lastUse >= key.createdAt && lastUse <= SystemTime().now())
    }
}
