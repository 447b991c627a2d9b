// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// The API key and the account.
@Suite struct AccountTests {
    static let account = #"{"id":"u1","nickname":"Ann","activity_count":0,"subscribed":true}"#

    @Test func login() async throws {
        let api = try FakeAPI(.answer(Self.account))
        let pushward = try Pushward(api, token: nil)
        #expect(try await pushward.run("auth", "login", input: " \(Pushward.token) \nmore").code == 0)
        #expect(pushward.stored == "{\n  \"token\": \"\(Pushward.token)\"\n}\n")
        #expect(api.calls.map(\.line) == ["GET /auth/me"])
        #expect(api.calls.first?.headers["Authorization"] == "Bearer \(Pushward.token)")
        #expect(
            try await pushward.run("auth", "login", "--api-url", api.url + "/x/", "--with-token", input: "hlk_2").code
                == 0)
        #expect(pushward.stored == "{\n  \"token\": \"hlk_2\",\n  \"api_url\": \"\(api.url)/x\"\n}\n")
    }

    @Test(arguments: [(401, 3), (403, 3), (500, 6), (404, 4)] as [(Int, Int32)]) func loginIsChecked(
        _ status: Int, _ code: Int32
    ) async throws {
        let api = try FakeAPI(.problem(status, "token.invalid", headers: [("Retry-After", "0")]))
        let pushward = try Pushward(api, token: nil)
        let result = try await pushward.run("auth", "login", input: "hlk_wrong-key\n")
        #expect(result.code == code)
        #expect(!result.errors.contains("hlk_wrong-key"))
        #expect(pushward.stored == nil)
    }

    @Test(arguments: ["", "\n", "  \n", "a b\n", "hlk_é\n"]) func loginNeedsAKey(_ input: String) async throws {
        let api = try FakeAPI(.answer(Self.account))
        let pushward = try Pushward(api, token: nil)
        #expect(try await pushward.run("auth", "login", input: input).code == 2)
        #expect(api.calls.isEmpty && pushward.stored == nil)
    }

    @Test func loginWarns() async throws {
        let api = try FakeAPI(.answer(Self.account))
        let pushward = try Pushward(api)
        let result = try await pushward.run("auth", "login", input: "hla_other\n")
        #expect(
            result.errors == """
                warning: the key does not begin with hlk_, as keys of senders do
                warning: the key is stored, but PUSHWARD_API_TOKEN is set and wins over it

                """)
        #expect(api.calls.first?.headers["Authorization"] == "Bearer hla_other")
    }

    /// The key must not go to another server than the one that took it, without a word.
    @Test func loginNamesAnotherServer() async throws {
        let api = try FakeAPI(.answer(Self.account))
        let pushward = try Pushward(api, token: nil)
        try pushward.store(#"{"api_url":"https://other.example.org"}"#)
        let result = try await pushward.run("auth", "login", input: "hlk_new\n")
        #expect(result.code == 0)
        #expect(
            result.errors == "warning: the key was checked with \(api.url), but is stored beside api_url "
                + "https://other.example.org: pass --api-url to store the server as well\n")
        // The same server, however it is written, and one that is stored now.
        try pushward.store("{\"api_url\":\" \(api.url)// \"}")
        #expect(try await pushward.run("auth", "login", input: "hlk_new\n").errors == "")
        try pushward.store(#"{"api_url":"https://other.example.org"}"#)
        #expect(try await pushward.run("auth", "login", "--api-url", api.url, input: "hlk_new\n").errors == "")
        #expect(pushward.stored?.contains(api.url) == true)
    }

    @Test(arguments: ["a\u{1}b", "a b", "hlk_é"]) func aKeyThatIsNone(_ key: String) async throws {
        let api = try FakeAPI(.answer(Self.account))
        var pushward = try Pushward(api, token: nil)
        let commands = [["me"], ["notify", "--title", "t", "--body", "b"], ["receipt", "secret"], ["mcp"]]
        try pushward.store("{\"token\":\"\(key.replacing("\u{1}", with: "\\u0001"))\"}")
        for origin in [pushward.configuration, "PUSHWARD_API_TOKEN"] {
            if origin == "PUSHWARD_API_TOKEN" { pushward.environment.append((origin, key)) }
            for command in commands {
                let result = try await pushward.run(command)
                #expect(result.code == 2)
                #expect(result.errors == "error: \(origin): an API key has no spaces and no special characters\n")
            }
        }
        #expect(api.calls.isEmpty)
    }

    @Test func loginIsTyped() async throws {
        let api = try FakeAPI(.answer(Self.account))
        let pushward = try Pushward(api, token: nil)
        let process = try pushward.start(["auth", "login"], onTerminal: [.input, .output, .errors])
        _ = try await process.firstInOutput { $0.contains("(not shown): ") ? true : nil }
        process.type(Pushward.token + "x\u{7F}\n")
        let result = try await Pushward.result(of: process)
        #expect(result.output == "API key (not shown): \nlogged in as Ann\n")
        #expect(pushward.stored?.contains("\"\(Pushward.token)\"") == true)
    }

    @Test func status() async throws {
        let api = try FakeAPI(.answer(Self.account))
        var pushward = try Pushward(api, token: nil)
        try pushward.store("{\"token\":\"\(Pushward.token)\"}")
        #expect(try await pushward.run("auth", "status").output == Self.account + "\n")
        #expect(
            try await pushward.run("auth", "status", onTerminal: [.output]).output == """
                server   \(api.url)
                account  Ann
                key      hlk_0123...ef (from \(pushward.configuration))

                """)
        pushward.environment.append(("PUSHWARD_API_TOKEN", "hlk_short"))
        let short = try await pushward.run("auth", "status", onTerminal: [.output])
        #expect(short.output.contains("key      ... (from PUSHWARD_API_TOKEN)") && !short.output.contains("short"))
    }

    @Test func logout() async throws {
        let pushward = try Pushward()
        try pushward.store("{\"token\":\"hlk_x\",\"api_url\":\"https://a\",\"e2e_key\":\"\(Pushward.key)\"}")
        let result = try await pushward.run("auth", "logout", onTerminal: [.output])
        #expect(result.output == "removed the API key\n")
        #expect(result.errors == "warning: PUSHWARD_API_TOKEN is still set\n")
        #expect(pushward.stored?.contains("hlk_x") == false && pushward.stored?.contains("https://a") == true)
        #expect(try await Pushward().run("auth", "logout", onTerminal: [.output]).output == "no API key was stored\n")
    }

    @Test func me() async throws {
        let api = try FakeAPI(
            .answer(
                #"{"id":"u1","nickname":null,"notifications_used":3,"notifications_limit":500,"emails_used":0,"#
                    + #""quota_resets_at":"2026-12-01T00:00:00Z","integration_key":{"name":"ci"}}"#))
        #expect(
            try await Pushward(api).run("me", onTerminal: [.output]).output == """
                account        u1
                key            ci
                notifications  3 of 500
                emails         0
                resets         2026-12-01T00:00:00Z

                """)
        #expect(api.calls.map(\.line) == ["GET /auth/me"])
    }

    @Test func health() async throws {
        let api = try FakeAPI(.answer(#"{"status":"ok"}"#))
        #expect(try await Pushward(api).run("health", onTerminal: [.output]).output == "ok\n")
        #expect(try await Pushward(api).run("health").output == "{\"status\":\"ok\"}\n")
        #expect(api.calls.allSatisfy { $0.line == "GET /health" && $0.headers["Authorization"] == nil })
    }

    /// It asks for no key, so what is wrong with the file of the key is nothing to it.
    @Test(arguments: [("{", 0o600), (#"{"token":"hlk_x"}"#, 0o644)]) func healthLooksForNoKey(
        _ file: String, _ permissions: Int
    ) async throws {
        let api = try FakeAPI(.answer(#"{"status":"ok"}"#))
        let pushward = try Pushward(api, token: nil)
        try pushward.store(file, permissions: permissions)
        let result = try await pushward.run("health")
        #expect(result.code == 0 && result.errors == "")
    }
}
