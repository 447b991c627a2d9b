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
