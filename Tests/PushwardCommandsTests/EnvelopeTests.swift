// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON

/// Envelopes that are made and opened without a server.
@Suite struct EnvelopeTests {
    static let sealed: [(arguments: [String], input: String, content: PW1Content)] = [
        (["--title", "Disk full", "--body", "/var at 97%"], "", PW1Content(title: "Disk full", body: "/var at 97%")),
        (
            ["--title", "t", "--subtitle", "s", "--body", "b", "--url", "https://example.org"], #"{"title":"other"}"#,
            PW1Content(title: "t", subtitle: "s", body: "b", url: "https://example.org")
        ),
        (["--title", "t", "--body", "-"], "two\nlines\n\n", PW1Content(title: "t", body: "two\nlines")),
        (
            [], #"{"url":"tel:1","level":5,"body":"b","title":"t","encrypted":"x"}"#,
            PW1Content(title: "t", body: "b", url: "tel:1")
        ),
    ]

    @Test(arguments: sealed) func encrypt(_ arguments: [String], _ input: String, _ content: PW1Content) async throws {
        let pushward = try Pushward(key: Pushward.key)
        let piped = try await pushward.run(["e2e", "encrypt"] + arguments, input: input)
        let envelope = try #require(JSONReader.parse(piped.output)["encrypted"]?.stringValue)
        #expect(piped.output == "{\"encrypted\":\"\(envelope)\"}\n")
        #expect(try PW1Envelope(envelope).open(with: PW1Key(Pushward.key)) == content)
        let shown = try await pushward.run(["e2e", "encrypt"] + arguments, input: input, onTerminal: [.output])
        #expect(try PW1Envelope(String(shown.output.dropLast())).open(with: PW1Key(Pushward.key)) == content)
        let raw = try await pushward.run(["e2e", "encrypt", "--jq", ".encrypted"] + arguments, input: input)
        #expect(raw.output.hasPrefix("pw1.767c0806."))
    }

    @Test(arguments: [
        (["--title", "secret"], ""), (["--body", "secret"], ""), (["--title", "t", "--body", ""], ""), ([], ""),
        ([], "[]"),
        ([], "{}"), ([], #"{"title":"t","body":5}"#), ([], #"{"title":"t"} x"#),
        (["--title", "t", "--body", "b", "x"], ""),
        (["--title", "t", "--body", "b", "--url", "file:secret"], ""),
    ]) func refused(_ arguments: [String], _ input: String) async throws {
        let result = try await Pushward(key: Pushward.key).run(["e2e", "encrypt"] + arguments, input: input)
        #expect(result.code == 2 && result.output == "" && !result.errors.contains("secret"))
    }

    @Test func nothingToSeal() async throws {
        let result = try await Pushward(key: Pushward.key).run("e2e", "encrypt", onTerminal: [.input])
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("error: give --title and --body"))
        #expect(try await Pushward().run("e2e", "encrypt", "--title", "t", "--body", "b").code == 2)
        #expect(try await Pushward(key: "abc").run("e2e", "encrypt", "--title", "t", "--body", "b").code == 2)
    }

    private func envelope(_ content: PW1Content, _ key: String = Pushward.key) throws -> String {
        try PW1Envelope.seal(content, with: PW1Key(key)).text
    }

    @Test func decrypt() async throws {
        let full = try envelope(PW1Content(title: "t", subtitle: "s", body: "two\nlines\u{1B}", url: "https://x.org"))
        let pushward = try Pushward(key: Pushward.key)
        let json = #"{"title":"t","subtitle":"s","body":"two\nlines\u001b","url":"https://x.org"}"# + "\n"
        let ways: [([String], String)] = [
            ([full], ""), ([], full), ([], " \(full)\n"), (["-"], full), ([], #"{"id":7,"encrypted":"\#(full)"}"#),
        ]
        for (arguments, input) in ways {
            let result = try await pushward.run(["e2e", "decrypt"] + arguments, input: input)
            #expect(result.output == json && result.code == 0)
        }
        let shown = try await pushward.run("e2e", "decrypt", full, onTerminal: [.output])
        #expect(shown.output == "title    t\nsubtitle s\nbody     two\nlines?\nurl      https://x.org\n")
        let short = try envelope(PW1Content(title: "t", body: "b"))
        #expect(try await pushward.run("e2e", "decrypt", short).output == "{\"title\":\"t\",\"body\":\"b\"}\n")
    }

    @Test func doesNotOpen() async throws {
        let pushward = try Pushward(key: Pushward.key)
        let envelope = try envelope(PW1Content(title: "secret", body: "secret"))
        let other = try self.envelope(PW1Content(title: "secret", body: "secret"), Pushward.otherKey)
        let swapped = envelope.replacing("pw1.767c0806", with: "pw1.eb6c5c92")
        let changed = envelope.dropLast(40) + "AAAA" + envelope.suffix(36)
        for text in [other, swapped, String(changed), "pw2" + envelope.dropFirst(3), envelope + "=", "nonsense", "x"] {
            let result = try await pushward.run("e2e", "decrypt", text)
            #expect(result.code == 1 && result.output == "", "\(text)")
            #expect(result.errors.hasPrefix("error: cannot decrypt: ") && !result.errors.contains("secret"))
        }
        #expect(
            try await pushward.run("e2e", "decrypt", other).errors.contains(
                "sealed with key eb6c5c92, this key is 767c0806"))
        for (arguments, input) in [([envelope, "x"], ""), ([], "{}"), ([], #"{"encrypted":5}"#), ([], "{")] {
            #expect(try await pushward.run(["e2e", "decrypt"] + arguments, input: input).code == 2)
        }
        #expect(try await Pushward().run("e2e", "decrypt", envelope).code == 2)
        // jq's messages quote what they are about.
        let failed = try await pushward.run("e2e", "decrypt", envelope, "--jq", ".title.x")
        #expect(failed.code == 1 && failed.errors == "error: --jq: it does not fit the answer\n")
    }

    /// The lines of the document on encryption, as they stand there.
    @Test func linesOfTheDocument() async throws {
        let api = try FakeAPI(.answer(#"{"id":1,"delivery":"all"}"#, status: 201))
        let pushward = try Pushward(api)
        let lines = [
            "pushward e2e import", "pushward e2e key-id",
            #"pushward notify --title "Prod DB password rotated" --body "New one is in the vault under db/prod""#,
            #"pushward e2e encrypt --title "Disk full" --body "/var at 97%" --jq .encrypted"#, "pushward e2e remove",
            "pushward e2e generate --save", "pushward e2e import --force",
        ]
        for line in lines {
            let script = "pushward() { '\(Pushward.executable)' \"$@\"; }; \(line)"
            let process = try ChildProcess(
                ["bash", "-c", script], environment: pushward.environment, input: Array(Pushward.key.utf8))
            let result = try await Pushward.result(of: process)
            #expect(result.code == 0, "\(line): \(result.errors)")
        }
        let sealed = try #require(api.calls.first?.json["encrypted"]?.stringValue)
        #expect(try PW1Envelope(sealed).open(with: PW1Key(Pushward.key)).title == "Prod DB password rotated")
    }
}
