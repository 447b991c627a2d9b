// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON

/// The commands about the encryption key.
@Suite struct KeyTests {
    @Test func generate() async throws {
        let pushward = try Pushward()
        let result = try await pushward.run("e2e", "generate")
        let answer = try JSONReader.parse(result.output)
        let key = try PW1Key(try #require(answer["key"]?.stringValue))
        #expect(result.output == "{\"key\":\"\(key.text)\",\"key_id\":\"\(key.keyID)\"}\n")
        #expect(pushward.stored == nil)
        #expect(try await pushward.run("e2e", "generate").output != result.output)
        let shown = try await pushward.run("e2e", "generate", "--force", onTerminal: [.output])
        let lines = shown.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("key     ") && lines[1].hasPrefix("key id  "))
    }

    @Test func generateAndSave() async throws {
        let pushward = try Pushward()
        let shown = try await pushward.run("e2e", "generate", "--save", onTerminal: [.output])
        #expect(shown.output.hasSuffix("\nstored in \(pushward.configuration)\n"))
        let first = pushward.stored
        let refused = try await pushward.run("e2e", "generate", "--save")
        #expect(refused.code == 2 && refused.output == "" && refused.errors.contains("--force"))
        #expect(pushward.stored == first)
        let forced = try await pushward.run("e2e", "generate", "--save", "--force", "--jq", ".key")
        #expect(pushward.stored == "{\n  \"e2e_key\": \"\(forced.output.dropLast())\"\n}\n")
    }

    static let imports: [(input: String, code: Int32)] = [
        (Pushward.key, 0), (Pushward.key.uppercased() + "\n", 0),
        (" \t" + Pushward.key.prefix(32) + "\r\n" + Pushward.key.suffix(32), 0),
        ("", 2), ("abc", 2), (Pushward.token, 2), (Pushward.key + "00", 2), (Pushward.key.dropLast() + "g", 2),
        (Pushward.key + "\u{A0}", 2),
    ]

    @Test(arguments: imports) func importing(_ input: String, _ code: Int32) async throws {
        let pushward = try Pushward()
        let result = try await pushward.run("e2e", "import", input: input)
        #expect(result.code == code)
        #expect(input.isEmpty || !result.errors.contains(input))
        guard code == 0 else {
            #expect(pushward.stored == nil && result.output == "")
            return
        }
        #expect(result.output == "{\"key_id\":\"767c0806\",\"source\":\"\(pushward.configuration)\"}\n")
        #expect(pushward.stored == "{\n  \"e2e_key\": \"\(Pushward.key)\"\n}\n")
    }

    @Test func importOverAnother() async throws {
        let pushward = try Pushward(key: Pushward.key)
        for present in [Pushward.otherKey, "no key"] {
            try pushward.store("{\"e2e_key\":\"\(present)\"}")
            #expect(try await pushward.run("e2e", "import", input: Pushward.key).code == 2)
            #expect(pushward.stored?.contains(present) == true)
            let forced = try await pushward.run("e2e", "import", "--force", input: Pushward.key)
            #expect(forced.code == 0)
            #expect(forced.errors == "warning: the key is stored, but PUSHWARD_E2E_KEY is set and wins over it\n")
        }
        // The same again.
        #expect(try await pushward.run("e2e", "import", input: Pushward.key.uppercased()).code == 0)
    }

    /// What is typed, in which lines; what is not typed because the program does not ask for it.
    static let typed: [(lines: [String], code: Int32)] = [
        ([Pushward.key], 0), ([String(Pushward.key.prefix(20)), String(Pushward.key.dropFirst(20))], 0),
        (["0001 0203", ""], 2), ([""], 2), (["nonsense"], 2), ([Pushward.token], 2),
    ]

    @Test(arguments: typed) func typing(_ lines: [String], _ code: Int32) async throws {
        let pushward = try Pushward()
        let process = try pushward.start(["e2e", "import"], onTerminal: [.input, .output, .errors])
        _ = try await process.firstInOutput { $0.contains("not shown): ") ? true : nil }
        for (number, line) in lines.enumerated() {
            process.type(line + "\n")
            // The program answers each line with a line feed, as the terminal does not.
            _ = try await process.firstInOutput { $0.filter { $0 == "\n" }.count > number ? true : nil }
        }
        let result = try await Pushward.result(of: process)
        #expect(result.code == code)
        for line in lines where !line.isEmpty { #expect(!result.output.contains(line)) }
        #expect(result.output.contains("stored the key with Key ID 767c0806 in") == (code == 0))
    }

    @Test func interrupted() async throws {
        let pushward = try Pushward()
        let process = try pushward.start(["e2e", "import"], onTerminal: [.input, .errors])
        _ = try await process.firstInErrors { $0.contains("not shown): ") ? true : nil }
        process.type("00\u{7F}\u{15}\u{3}")
        let result = try await Pushward.result(of: process)
        #expect(result.code == 130)
        #expect(result.errors.hasSuffix("error: interrupted\n"))
        #expect(pushward.stored == nil)
    }

    /// The shell says what the terminal shows when the signal is sent and when the program has ended.
    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)])
    func endedBySignal(_ signal: Int32, _ code: Int) async throws {
        let pushward = try Pushward()
        let script = """
            shown() { stty -a | tr ' ' '\\n' | grep -x -e echo -e -echo; }
            "$0" e2e import <&0 & id=$!
            trap 'shown; kill -\(signal) $id' USR1
            wait $id; wait $id; echo $?; shown
            """
        let process = try ChildProcess(
            ["bash", "-c", script, Pushward.executable], environment: pushward.environment,
            onTerminal: [.input, .errors])
        _ = try await process.firstInErrors { $0.contains("not shown): ") ? true : nil }
        process.kill(SIGUSR1)
        let result = try await Pushward.result(of: process)
        #expect(result.output == "-echo\n\(code)\necho\n", "\(result.errors)")
        #expect(pushward.stored == nil)
    }

    @Test func keyID() async throws {
        let pushward = try Pushward(key: Pushward.key)
        #expect(
            try await pushward.run("e2e", "key-id", onTerminal: [.output]).output
                == "767c0806  (from PUSHWARD_E2E_KEY)\n")
        let none = try await Pushward().run("e2e", "key-id")
        #expect(none.code == 2 && none.errors.hasPrefix("error: no encryption key"))
        #expect(try await Pushward(key: "abc").run("e2e", "key-id").code == 2)
    }

    @Test func show() async throws {
        let pushward = try Pushward(key: Pushward.key)
        #expect(
            try await pushward.run("e2e", "show").output == "{\"key\":\"\(Pushward.key)\",\"key_id\":\"767c0806\"}\n")
        #expect(
            try await pushward.run("e2e", "show", onTerminal: [.output]).output
                == "key     \(Pushward.key)\nkey id  767c0806\n")
        #expect(try await Pushward().run("e2e", "show").code == 2)
    }

    @Test func picture() async throws {
        let pushward = try Pushward(key: Pushward.key)
        let shown = try await pushward.run("e2e", "show", "--qr", onTerminal: [.output])
        let rows = shown.output.split(separator: "\n").filter { $0.hasPrefix("\u{1B}[97;40m") }
        let widths = Set(rows.map { $0.dropFirst(8).prefix { $0 != "\u{1B}" }.count })
        // Version 4, 33 modules, with four light ones around.
        #expect(widths == [41] && rows.count == 21)
        #expect(shown.output.hasSuffix("\u{1B}[0m\nkey     \(Pushward.key)\nkey id  767c0806\n"))
        #expect(try await pushward.run("e2e", "generate", "--qr", onTerminal: [.output]).output.contains("█"))
        for flags in [["--json"], ["-q"], ["--jq", "."]] {
            #expect(try await pushward.run(["e2e", "show", "--qr"] + flags, onTerminal: [.output]).code == 2)
        }
        let piped = try await pushward.run("e2e", "generate", "--save", "--qr")
        #expect(piped.code == 2 && piped.output == "" && pushward.stored == nil)
    }

    @Test func remove() async throws {
        let pushward = try Pushward(key: Pushward.key)
        try pushward.store("{\"e2e_key\":\"\(Pushward.otherKey)\",\"token\":\"hlk_x\"}")
        let result = try await pushward.run("e2e", "remove")
        #expect(result.errors == "warning: PUSHWARD_E2E_KEY is still set, so notifications are still encrypted\n")
        #expect(pushward.stored == "{\n  \"token\": \"hlk_x\"\n}\n")
        let empty = try Pushward()
        let nothing = try await empty.run("e2e", "remove", onTerminal: [.output])
        #expect(nothing.output == "no encryption key was stored\n" && nothing.code == 0)
        #expect(empty.stored == nil)
    }
}
