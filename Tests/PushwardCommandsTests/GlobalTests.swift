// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxHTTP

/// What holds for every command.
@Suite struct GlobalTests {
    static let usageErrors: [(arguments: [String], says: String)] = [
        (["nonsense"], "unknown command 'nonsense'"), (["notfy"], "did you mean 'notify'?"),
        (["notification", "sned"], "did you mean 'send'?"), (["schedule", "craete"], "did you mean 'create'?"),
        (["receipt", "cancle"], "did you mean 'cancel'?"), (["e2e", "keyid"], "did you mean 'key-id'?"),
        (["auth", "logn"], "did you mean 'login'?"), (["completion", "powershell"], "unknown command"),
        (["notify", "--nonsense"], "unknown option '--nonsense'"),
        (["notify", "--titel", "x"], "did you mean --title?"),
        (["notify", "--token", "x"], "unknown option"), (["notify", "x"], "takes no argument"),
        (["notify", "--title"], "needs a value"), (["notify", "--title", "a", "--title", "b"], "more than once"),
        (["notification", "answer"], "ID is missing"), (["notification", "answer", "1", "2"], "takes one argument"),
        (["notification", "answer", "x"], "ID must be"), (["notification", "answer", "0"], "ID must be"),
        (["notification", "answer", "1.5"], "ID must be"), (["receipt", "get", "-1"], "unknown option"),
        (["receipt", "get", "99999999999999999999"], "ID must be"), (["schedule", "get", "/x"], "ID must be"),
        (["schedule", "cancel", "12a"], "ID must be"), (["schedule", "list", "--limit", "0"], "--limit must be"),
        (["schedule", "list", "--limit", "101"], "--limit must be"),
        (["schedule", "list", "--status", "sending"], "--status must be"), (["api"], "PATH is missing"),
        (["me", "x"], "takes no argument"), (["health", "x"], "takes no argument"),
        (["activity", "create", "--anything"], "'pushward activity' is not offered by this server"),
        (["widgets", "list"], "'pushward widget' is not offered"),
        (["email", "send"], "'pushward email' is not offered"),
        (["key"], "'pushward key' is not offered"), (["keys", "--help"], "'pushward key' is not offered"),
        (["--api-url", "http://push.example.org", "me"], "--api-url must begin with https://"),
        (["--api-url", "x", "me"], "--api-url must be a URL"),
        (["--api-url", "https://a:b@push.example.org", "health"], "--api-url must not hold a user"),
        (["receipt", "x7"], "ID must be the number of a notification, not 'x7'"),
        (["receipt", "0", "--wait", "5s"], "ID must be the number of a notification, not '0'"),
        (["notify", "--action", "a"], "--action must be written id=Title\n"),
        (["notify", "--action", "=x"], "--action must be written id=Title\n"),
        (["notify", "--action", "a="], "--action must be written id=Title\n"),
        (["notify", "--meta", "a"], "--meta must be written key=value\n"),
        (["notify", "--encrypt", "--encrypt=false"], "--encrypt is given more than once"),
        (["notify", "--level", Pushward.key], "--level must be passive, active, time-sensitive or critical\n"),
        (["notify", "--ack-repeat", Pushward.token], "from 1s to 365d\n"),
        (["e2e", Pushward.key], "unknown command\n"),
    ]

    @Test(arguments: usageErrors) func usage(_ arguments: [String], _ says: String) async throws {
        let api = try FakeAPI(.answer("{}"))
        let result = try await Pushward(api).run(arguments)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("error: ") && result.errors.contains(says), "\(result.errors)")
        #expect(api.calls.isEmpty)
    }

    @Test(arguments: [
        [], ["notification"], ["notifications"], ["schedule"], ["scheduled"], ["receipt"], ["receipts"], ["e2e"],
        ["auth"],
        ["completion"], ["--help"], ["notify", "--help"], ["help", "schedule", "create"], ["--json", "receipt"],
    ]) func help(_ arguments: [String]) async throws {
        let result = try await Pushward().run(arguments)
        #expect(result.code == 0)
        #expect(result.output.hasPrefix("pushward") && result.output.contains("usage: pushward"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 88 })
        #expect(result.errors == "")
    }

    @Test(
        arguments: [
            (400, 1), (401, 3), (403, 3), (404, 4), (405, 1), (409, 1), (413, 1), (422, 1), (302, 1),
        ] as [(Int, Int32)]) func exitCodes(_ status: Int, _ code: Int32) async throws
    {
        let api = try FakeAPI(.problem(status, "some.code"))
        let result = try await Pushward(api).run("me")
        #expect(result.code == code)
        #expect(result.output == "")
        #expect(result.errors == "error: GET /auth/me: \(status) some.code: it is so\n")
        #expect(api.calls.count == 1)
    }

    /// Patience that takes no time: the server says so.
    @Test(
        arguments: [
            ("me", 429, nil, 5, 5), ("me", 503, nil, 6, 5), ("me", 500, nil, 6, 5), ("me", 429, "quota.exceeded", 5, 1),
            ("me", 429, "answer_wait.limit_exceeded", 5, 1), ("notify", 429, nil, 5, 5), ("notify", 503, nil, 6, 5),
            ("notify", 500, nil, 6, 1), ("notify", 502, nil, 6, 1), ("notify", 429, "quota.exceeded", 5, 1),
        ] as [(String, Int, String?, Int32, Int)]) func retries(
            _ command: String, _ status: Int, _ problem: String?, _ code: Int32, _ attempts: Int
        ) async throws
    {
        let api = try FakeAPI(.problem(status, problem, headers: [("Retry-After", "0")]))
        let text = command == "notify" ? ["--title", "t", "--body", "b"] : []
        let result = try await Pushward(api).run([command, "--debug"] + text)
        #expect(result.code == code)
        #expect(api.calls.count == attempts)
        #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("debug: ") }.count == attempts)
    }

    @Test func aSecondAttemptSucceeds() async throws {
        let api = try FakeAPI(
            .problem(503, "service.unavailable", headers: [("Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT")]),
            .answer(#"{"id":7,"delivery":"all"}"#, status: 201))
        let result = try await Pushward(api).run("notify", "--title", "t", "--body", "b")
        #expect(result.code == 0)
        #expect(result.output == "{\"id\":7,\"delivery\":\"all\"}\n")
        #expect(api.calls.count == 2)
        #expect(api.calls[0].body == api.calls[1].body)
    }

    @Test func noAnswer() async throws {
        var pushward = try Pushward()
        // Nobody listens on port 1, and a POST is not repeated.
        pushward.environment.append(("PUSHWARD_API_URL", "http://127.0.0.1:1"))
        let result = try await pushward.run("notify", "--title", "t", "--body", "b")
        #expect(result.code == 6)
        #expect(result.errors == "error: POST /notifications: 127.0.0.1 does not accept the connection\n")
    }

    @Test func answersHaveALimit() async throws {
        let api = try FakeAPI(HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: (8 << 20) + 1)))
        let result = try await Pushward(api).run("me")
        #expect(result.code == 1)
        #expect(result.errors == "error: GET /auth/me: the answer of 127.0.0.1 is too long\n")
        let most = try FakeAPI(HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: 8 << 20)))
        #expect(try await Pushward(most).run("me").code == 0)
    }

    @Test func problemsWithManyParts() async throws {
        let api = try FakeAPI(
            .answer(
                #"{"status":429,"code":"quota.exceeded","detail":"used up","kind":"notifications","used":500,"#
                    + #""limit":500,"reset_at":"2026-12-01T00:00:00Z","errors":[{"location":"body.title","#
                    + #""message":"expected length <= 256","value":"x"}]}"#, status: 429))
        let result = try await Pushward(api).run("me")
        #expect(
            result.errors == """
                error: GET /auth/me: 429 quota.exceeded: used up (notifications 500/500, resets 2026-12-01T00:00:00Z)
                  body.title: expected length <= 256 (got "x")

                """)
    }

    @Test func noKey() async throws {
        let api = try FakeAPI(.answer("{}"))
        for command in [
            ["me"], ["notify", "--title", "t", "--body", "b"], ["auth", "status"], ["api", "/x"],
            ["receipt", "secret"],
            ["notification", "answer", "1", "--wait", "5"],
        ] {
            let result = try await Pushward(api, token: nil).run(command)
            #expect(result.code == 3)
            #expect(result.errors.hasPrefix("error: no API key: run 'pushward auth login'"))
        }
        #expect(api.calls.isEmpty)
        #expect(try await Pushward(api, token: nil).run("health").code == 0)
        #expect(api.calls.first?.headers["Authorization"] == nil)
    }

    @Test func whoAsks() async throws {
        let api = try FakeAPI(.answer("{}"))
        _ = try await Pushward(api).run("me")
        let agent = api.calls.first?.headers["User-Agent"] ?? ""
        #expect(agent.hasPrefix("pushward-cli/") && agent.hasSuffix(")") && agent.contains(" (linux/"))
        #expect(api.calls.first?.headers["Accept"] == "application/json")
        #expect(api.calls.first?.headers["Authorization"] == "Bearer \(Pushward.token)")
    }

    @Test func version() async throws {
        let plain = try await Pushward().run("--version")
        #expect(plain.output.hasPrefix("pushward ") && plain.code == 0)
        #expect(try await Pushward().run("version").output == plain.output)
        #expect(try await Pushward().run("version", "--jq", ".version").output == plain.output.dropFirst(9))
        #expect(try await Pushward().run("version", "-q").output == "")
    }
}
