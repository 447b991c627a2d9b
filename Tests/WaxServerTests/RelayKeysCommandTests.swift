// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxCommands
import WaxSystem

@Suite struct RelayKeysCommandTests {
    private func run(_ arguments: String..., keys: String) async -> CommandRun {
        await CommandRun(["relay", "keys"] + arguments + ["--keys", keys])
    }

    @Test func aLife() async throws {
        let directory = try TemporaryDirectory()
        let keys = directory.file("keys")
        let made = await run("init", "--host", "push.example", keys: keys)
        #expect(made.code == .ok && made.output.hasPrefix("-----BEGIN PUBLIC KEY-----"), "\(made.errors)")
        let first = await run("list", keys: keys)
        #expect(first.lines.count == 2 && first.lines[0] == "relay push.example, list 1")
        #expect(first.lines[1].contains("  active  seal "))
        let rotated = await run("rotate", keys: keys)
        #expect(rotated.code == .ok)
        let second = await run("list", keys: keys)
        #expect(second.lines.count == 3 && second.lines[1].contains("  retiring  "))
        let kid = String(second.lines[1].prefix(16))
        let active = String(second.lines[2].prefix(16))
        #expect(rotated.lines == ["\(active)  active, from now on"])
        let revoked = await run("revoke", kid, keys: keys)
        #expect(revoked.code == .ok && revoked.lines == ["\(kid)  destroyed", "\(active)  active, as before"])
        #expect(await run("list", keys: keys).lines.count == 2)
        #expect(!FileManager.default.fileExists(atPath: "\(keys)/\(kid).key"))
        #expect(await run("sign", keys: keys).code == .ok)
        #expect(await run("accept-clock", keys: keys).code == .ok)
    }

    /// No command that touches keys leaves a core dump, or lets others look into its memory.
    @Test func keysAreNotDumped() async throws {
        let directory = try TemporaryDirectory()
        #expect(await run("list", keys: directory.file("keys")).code == .failure)
        #expect(ProcessSecrets.isProtected)
    }

    @Test func refusals() async throws {
        let directory = try TemporaryDirectory()
        let keys = directory.file("keys")
        #expect(await run("list", keys: keys).errors.contains("waxwing relay keys init"))
        #expect(await run("init", keys: keys).errors.hasPrefix("waxwing: --host"))
        #expect(await run("init", "--host", "not a host", keys: keys).errors.contains("must be a host name"))
        #expect(await run("revoke", "xyz", keys: keys).code == .usage)
        #expect(await run("init", "--host", "push.example", keys: keys).code == .ok)
        let again = await run("init", "--host", "push.example", keys: keys)
        #expect(again.code == .failure && again.errors.contains("holds keys already"))
        #expect(await run("revoke", "0123456789abcdef", keys: keys).errors.contains("there is no key"))
        try FileManager.default.removeItem(atPath: "\(keys)/root.key")
        let rotated = await run("rotate", keys: keys)
        #expect(rotated.code == .ok && rotated.errors.contains("keys sign --keys \(keys) --root-key FILE"))
        let unsigned = await run("sign", keys: keys)
        #expect(unsigned.code == .failure && unsigned.errors.contains("with --root-key"))
    }

    /// `waxwing relay --listen …` means `waxwing relay serve --listen …`.
    @Test func serveIsMeant() async {
        for arguments in [["relay", "--listen", "127.0.0.1:0"], ["relay", "serve", "--listen", "127.0.0.1:0"]] {
            let run = await CommandRun(arguments)
            #expect(
                run.code == .usage && run.errors.contains("--host or WAXWING_RELAY_HOST is required"), "\(run.errors)")
        }
        #expect(await CommandRun(["relay"]).output.contains("the relay's keys"))
    }
}
