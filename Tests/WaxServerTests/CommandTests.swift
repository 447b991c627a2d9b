// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxCommands

@Suite struct CommandTests {
    @Test(arguments: ["test", "live"])
    func credentials(mode: String) async throws {
        let directory = try TemporaryDirectory()
        let data = ["--data", directory.file("data"), "--mode", mode]
        let key = await CommandRun(["keys", "create"] + data)
        #expect(key.code == .ok)
        #expect(key.lines.count == 1)
        #expect(key.output.hasPrefix("mk_\(mode)_"))
        let client = await CommandRun(["oauth", "create", "--scope", "push:devices"] + data)
        #expect(client.code == .ok)
        #expect(client.lines.count == 2)
        #expect(client.lines[0].hasPrefix("client_id=oac_"))
        #expect(client.lines[1].hasPrefix("client_secret=mc_\(mode)_"))
    }

    @Test func integrationKeysAndAccounts() async throws {
        let directory = try TemporaryDirectory()
        let data = ["--data", directory.file("data")]
        func run(_ arguments: [String]) async -> CommandRun { await CommandRun(arguments + data) }
        let key = await run(["keys", "create", "--personal", "--account", "home", "--label", "ci", "--expires", "90d"])
        #expect(key.code == .ok && key.lines.count == 1)
        #expect(key.output.hasPrefix("hlk_") && key.lines[0].utf8.count == 36)
        let narrow = ["--notifications", "send", "--activities", "none"]
        #expect(await run(["keys", "create", "--personal", "--account", "home"] + narrow).code == .ok)
        #expect(await run(["accounts", "create", "acme", "--organization"]).code == .ok)
        let twice = await run(["accounts", "create", "home"])
        #expect(twice.code == .failure && twice.errors == "waxwing: there is an account of this name already\n")
        #expect(await run(["accounts", "list"]).lines == ["acme\torganization\t0\t0", "home\tpersonal\t2\t0"])
        let token = await run(["accounts", "token", "home"])
        #expect(token.output.hasPrefix("hla_") && token.lines.count == 1)
        #expect(await run(["accounts", "token", "nobody"]).code == .failure)

        let list = await run(["keys", "list", "--personal", "--account", "home"]).lines.map {
            $0.split(separator: "\t").map(String.init)
        }
        #expect(list.count == 2)
        #expect(list[0][1...3] == ["ci", "notifications:schedule", "activities:read"])
        #expect(list[0][4] != "-" && list[0][5] == "default")
        #expect(list[1][1...5] == ["default", "notifications:send", "activities:none", "-", "-"])
        #expect(await run(["keys", "revoke", list[0][0]]).code == .ok)
        #expect(await run(["keys", "revoke", list[0][0]]).code == .failure)
        let rest = await run(["keys", "list", "--personal", "--account", "home"]).lines
        #expect(rest.count == 1 && rest[0].hasSuffix("\tdefault"))
    }

    @Test func pushKeysAreListedAndRevoked() async throws {
        let directory = try TemporaryDirectory()
        let data = ["--data", directory.file("data")]
        for mode in ["test", "live"] { _ = await CommandRun(["keys", "create", "--mode", mode] + data) }
        let lines = await CommandRun(["keys", "list"] + data).lines
        #expect(lines.count == 2 && lines[0].contains("\tLIVE\tmk_live_") && lines[1].contains("\tTEST\tmk_test_"))
        let id = String(lines[0].prefix { $0 != "\t" })
        #expect(await CommandRun(["keys", "revoke", id, "--account", "other"] + data).code == .failure)
        #expect(await CommandRun(["keys", "revoke", id] + data).code == .ok)
        #expect(await CommandRun(["keys", "list"] + data).lines == [lines[1]])
    }

    /// Whoever leaves out `--data`, or names another directory, learns it.
    @Test(arguments: [
        ["keys", "list"], ["keys", "list", "--personal"], ["keys", "revoke", "key_01M8NNG1XKDXEDY2RBDXMG382N"],
        ["keys", "revoke", "ikey_01M8NNG1XKDXEDY2RBDXMG382N"], ["accounts", "list"], ["accounts", "token", "home"],
        ["accounts", "app", "home", "--padding", "none"],
    ])
    func whatNeedsADatabaseMakesNone(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        let data = directory.file("data")
        let run = await CommandRun(arguments + ["--data", data])
        #expect(run.code == .failure && run.output == "")
        #expect(
            run.errors == """
                waxwing: there is no database in \(data)
                name the server's data directory with --data

                """)
        #expect(access(data, F_OK) != 0 && access(data + ".key", F_OK) != 0)
    }

    @Test func aDatabaseOutOfReachIsNotCalledMissing() async throws {
        let directory = try TemporaryDirectory()
        let data = directory.file("data")
        try #require(symlink(data, data) == 0)
        let run = await CommandRun(["accounts", "list", "--data", data])
        #expect(run.code == .failure)
        #expect(run.errors.hasPrefix("waxwing: the database in \(data) cannot be reached: "), "\(run.errors)")
    }

    @Test(arguments: [
        ["keys", "create", "--mode", "test"], ["keys", "create", "--personal"], ["accounts", "create", "home"],
        ["oauth", "create", "--mode", "test", "--scope", "push:send"],
    ])
    func whatMakesADatabaseSaysSo(arguments: [String]) async throws {
        let directory = try TemporaryDirectory()
        let data = ["--data", directory.file("data")]
        let first = await CommandRun(arguments + data)
        #expect(first.code == .ok && first.errors == "made a new database in \(data[1])\n")
        #expect(await CommandRun(["keys", "create", "--mode", "test"] + data).errors == "")
    }

    @Test(arguments: [
        (["keys", "create"], "--mode or --personal is required"),
        (["keys", "create", "--personal", "--mode", "test"], "--mode and --personal do not go together"),
        (["keys", "create", "--mode", "test", "--expires", "1d"], "--expires needs --personal"),
        (["keys", "create", "--personal", "--expires", "2001-01-01T00:00:00Z"], "--expires must be in the future"),
        (["keys", "create", "--personal", "--notifications", "all"], "--notifications must be none, send or schedule"),
        (["keys", "create", "--personal", "--account", ""], "--account must be 1 to 100 characters"),
        (["accounts", "app", "home", "--padding", "7"], "padding must be one of"),
        (["accounts", "app", "home", "--apns-key-id", "ABCDEFGHIJ"], "apns."),
        (["serve", "--notification-quota", "week:5"], "--notification-quota must be off, or such as month:500"),
        (["serve", "--notification-requests", "0"], "--notification-requests must be off"),
        (["serve", "--delivery-wait", "31s"], "--delivery-wait must be a time"),
    ])
    func refusedPersonalArguments(arguments: [String], problem: String) async throws {
        let directory = try TemporaryDirectory()
        let data = ["--data", directory.file("data")]
        _ = await CommandRun(["accounts", "create", "home"] + data)
        let run = await CommandRun(arguments + data)
        #expect(run.code == .usage, "\(run.errors)")
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("waxwing: \(problem)"), "\(run.errors)")
    }

    @Test(arguments: [
        (["oauth", "create", "--mode", "test"], "--scope is required"),
        (
            ["oauth", "create", "--mode", "test", "--scope", "push:all"],
            "--scope must be push:devices, push:send, push:read or push:apps"
        ),
        (["oauth", "create", "--scope", "push:send"], "--mode is required"),
        (
            [
                "oauth", "create", "--mode", "test", "--scope", "push:send", "--label",
                String(repeating: "x", count: 101),
            ],
            "--label must be 1 to 100 characters"
        ),
        (
            ["serve", "--rate-limits", "sends=1"],
            "--rate-limits must be off, or limits such as sends=50/200,registrations=100/500,reads=100/500"
        ),
    ])
    func refusedArguments(arguments: [String], problem: String) async throws {
        let directory = try TemporaryDirectory()
        let run = await CommandRun(arguments + ["--data", directory.file("data")])
        #expect(run.code == .usage)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("waxwing: \(problem)"), "\(run.errors)")
    }

    @Test func theVariableOfTheLimits() async throws {
        let directory = try TemporaryDirectory()
        let run = await CommandRun(
            ["serve", "--data", directory.file("data")], environment: ["WAXWING_RATE_LIMITS": "on"])
        #expect(run.code == .usage)
        #expect(run.errors.contains("WAXWING_RATE_LIMITS must be off, or limits such as"), "\(run.errors)")
    }

    @Test(arguments: [nil, "elsewhere/master.key"])
    func aMissingMasterKeyIsNotReplaced(file: String?) async throws {
        let directory = try TemporaryDirectory()
        let keyFile = directory.file(file ?? "data.key")
        let data = ["--data", directory.file("data"), "--mode", "test"]
        let arguments = ["keys", "create"] + data + (file == nil ? [] : ["--master-key-file", keyFile])
        #expect(await CommandRun(arguments).code == .ok)
        try #require(rename(keyFile, keyFile + ".moved") == 0)
        for _ in 0..<2 {
            let run = await CommandRun(arguments)
            #expect(run.code == .failure && run.output == "")
            #expect(run.errors.contains("the master key file \(keyFile) does not exist"), "\(run.errors)")
            #expect(access(keyFile, F_OK) != 0)
        }
        try #require(rename(keyFile + ".moved", keyFile) == 0)
        #expect(await CommandRun(arguments).code == .ok)
    }
}
