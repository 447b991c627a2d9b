// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON

/// What is sealed, and that nothing readable leaves the machine where it must not.
@Suite struct SealingTests {
    static let sent = #"{"id":1,"delivery":"all"}"#
    static let texts = ["--title", "secret title", "--body", "secret body"]
    static let envelope =
        "pw1.767c0806.oKGio6Slpqeoqaqr-DhDOK4k53I0XIqFXerStl8L5wgFH2EUp_HSYIhOtPQU6R9X6oBtcwaIVw6kyen5OK3Vm_WWiP9w4ooFbGhar_XGOj1J"
    /// The three commands that seal, and where they send.
    static let commands: [(command: [String], line: String)] = [
        (["notify"], "POST /notifications"), (["notification", "send"], "POST /notifications"),
        (["schedule", "create", "--at", "2027-01-01T00:00:00Z"], "POST /notifications/scheduled"),
    ]

    private func open(_ call: FakeAPI.Call?) throws -> PW1Content {
        let text = try #require(call?.json["encrypted"]?.stringValue)
        return try PW1Envelope(text).open(with: PW1Key(Pushward.key))
    }

    @Test(arguments: commands) func everyLayerIsSealed(_ command: [String], _ line: String) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let result = try await Pushward(api, key: Pushward.key).run(
            command + [
                "-d", #"{"title":"from data","subtitle":"from data","level":"active"}"#, "--title", "from a flag",
                "--body", "from a flag", "-f", "url=https://example.org/secret", "-F", "body=from a field",
            ])
        #expect(result.code == 0, "\(result.errors)")
        let call = api.calls.first
        #expect(call?.line == line)
        #expect(
            try open(call)
                == PW1Content(
                    title: "from a flag", subtitle: "from data", body: "from a field", url: "https://example.org/secret"
                ))
        #expect(call?.json.objectValue?.keys.filter { $0 != "send_at" } == ["encrypted", "level"])
        #expect(call?.text.contains("secret") == false && call?.text.contains("from") == false)
    }

    @Test(arguments: commands) func storedKey(_ command: [String], _ line: String) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let pushward = try Pushward(api)
        try pushward.store("{\"e2e_key\":\"\(Pushward.key)\"}")
        #expect(try await pushward.run(command + Self.texts + ["--encrypt"]).code == 0)
        #expect(try open(api.calls.first).title == "secret title")
        // The one way to send it readable.
        #expect(try await pushward.run(command + Self.texts + ["--no-encrypt"]).code == 0)
        #expect(api.calls.last?.json["title"] == "secret title")
        #expect(api.calls.last?.json["encrypted"] == nil)
    }

    /// Nothing is sent, and no word of the text or of the key is in what is printed.
    static let nothingLeaves: [(key: String?, arguments: [String], says: String)] = [
        (nil, texts + ["--encrypt"], "no encryption key"),
        ("abc", texts, "PUSHWARD_E2E_KEY: the encryption key must be 64 hexadecimal characters"),
        (String(Pushward.key.dropLast()), texts, "must be 64 hexadecimal"),
        (Pushward.key + "0", texts, "must be 64 hexadecimal"),
        (String(repeating: "g", count: 64), texts, "must be 64 hexadecimal"),
        (Pushward.key.replacingOccurrences(of: "0001", with: "\u{A0}1"), texts, "must be 64 hexadecimal"),
        (Pushward.token, texts, "this is an API key"), ("HLA_secretsecret", texts, "this is an API key"),
        ("abc", texts + ["--encrypt"], "must be 64 hexadecimal"),
        ("abc", ["-F", "encrypted=\(envelope)"], "must be 64"),
        (Pushward.key, texts + ["--encrypt", "--no-encrypt"], "exclude each other"),
        (Pushward.key, ["--title", "secret"], "the body must not be empty"),
        (Pushward.key, ["--body", "secret"], "the title must not be empty"),
        (Pushward.key, texts + ["--title="], "more than once"),
        (Pushward.key, texts + ["-F", "title=null"], "the title must not be empty"),
        (Pushward.key, texts + ["--url", "javascript:secret"], "the scheme of the url is not allowed"),
        (Pushward.key, texts + ["--url", "secret"], "the url has no scheme"),
        (Pushward.key, texts + ["--subtitle", String(repeating: "s", count: 257)], "subtitle is longer than 256"),
        (Pushward.key, ["--body", "b", "--title", String(repeating: "é", count: 257)], "title is longer than 256"),
        (
            Pushward.key, ["--title", "t", "--body", String(repeating: "b", count: 4097)],
            "body is longer than 4096"
        ),
        (
            Pushward.key, ["--title", "t", "--body", String(repeating: "b", count: 2300)],
            "cannot encrypt: title, subtitle, body and url take 2323 bytes as JSON, "
                + "57 more than the 2266 that fit\n"
        ),
        (Pushward.key, texts + ["-F", "encrypted=\(envelope)"], "must not stand next to encrypted"),
        (nil, texts + ["-F", "encrypted=\(envelope)"], "must not stand next to encrypted"),
        (nil, ["-F", "encrypted=\(envelope)", "-F", "url=5"], "must not stand next to encrypted"),
        (nil, ["-F", "encrypted=pw1.x"], "encrypted is not a pw1 envelope"),
        (nil, ["-F", "encrypted=5"], "is not a pw1"),
        (Pushward.key, ["-F", "encrypted="], "is not a pw1"),
        (nil, ["-f", "encrypted=\(envelope)\n"], "is not a pw1"),
        (nil, ["-F", "encrypted=\(envelope)="], "is not a pw1"),
        (nil, ["-F", "encrypted=\(envelope)A"], "is not a pw1"),
    ]

    /// Values that are no text, in each of the four fields.
    static let notText: [(key: String?, arguments: [String], says: String)] = {
        var rows: [(String?, [String], String)] = []
        for field in ["title", "subtitle", "body", "url"] {
            for value in ["5", "true", "false", #"["secret"]"#, #"{"a":"secret"}"#] {
                rows.append(
                    (Pushward.key, texts + ["-F", "\(field)=\(value)"], "\(field) must be text to be encrypted"))
            }
        }
        return rows
    }()

    @Test(arguments: nothingLeaves + notText) func nothingIsSent(
        _ key: String?, _ arguments: [String], _ says: String
    ) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        for (command, _) in Self.commands.dropFirst() {
            let result = try await Pushward(api, key: key).run(command + ["--debug"] + arguments)
            #expect(result.code == 2)
            #expect(result.output == "")
            #expect(result.errors.contains(says), "\(result.errors)")
            #expect(
                !result.errors.contains("secret") && !result.errors.contains("sss") && !result.errors.contains("bbb"))
            if let key { #expect(!result.errors.contains(key)) }
        }
        #expect(api.calls.isEmpty)
    }

    @Test func aStoredKeyThatIsNone() async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let pushward = try Pushward(api)
        try pushward.store(#"{"e2e_key":"abc"}"#)
        let result = try await pushward.run(["notify"] + Self.texts)
        #expect(result.code == 2)
        #expect(
            result.errors == "error: \(pushward.configuration): the encryption key must be 64 hexadecimal characters\n")
        #expect(api.calls.isEmpty)
        // Whoever says so may send readable text all the same.
        #expect(try await pushward.run(["notify", "--no-encrypt"] + Self.texts).code == 0)
        #expect(api.calls.first?.json["title"] == "secret title")
    }

    static let passedThrough: [(key: String?, arguments: [String], body: String)] = [
        (nil, ["-f", "encrypted=\(envelope)"], #"{"encrypted":"\#(envelope)"}"#),
        (Pushward.otherKey, ["-f", "encrypted=\(envelope)"], #"{"encrypted":"\#(envelope)"}"#),
        (
            Pushward.key, ["-f", "encrypted=\(envelope)", "-F", "title=null", "-f", "body="],
            #"{"encrypted":"\#(envelope)"}"#
        ),
        // Nothing is looked at.
        ("abc", ["--no-encrypt", "-F", "encrypted=pw1.x", "--title", "t"], #"{"encrypted":"pw1.x","title":"t"}"#),
        (nil, ["-F", "encrypted=null", "--title", "t"], #"{"encrypted":null,"title":"t"}"#),
        (nil, ["-F", "title=5"], #"{"title":5}"#),
    ]

    @Test(arguments: passedThrough) func goesThrough(
        _ key: String?, _ arguments: [String], _ body: String
    ) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let result = try await Pushward(api, key: key).run(["notify"] + arguments)
        #expect(result.code == 0, "\(result.errors)")
        #expect(api.calls.first?.text == body)
    }

    /// A schedule takes an envelope as well, and its times go on top of what is finished.
    @Test(arguments: [
        (["--at", "2027-01-01T00:00:00Z"], #""send_at":"2027-01-01T00:00:00Z""#),
        (
            ["--cron", "@daily", "--tz", "UTC", "-F", #"recurrence={"cron":"x","count":3}"#],
            #""recurrence":{"cron":"@daily","timezone":"UTC"}"#
        ),
        (["--at", "2027-01-01T00:00:00Z", "-f", "send_at=later"], #""send_at":"2027-01-01T00:00:00Z""#),
        (["-f", "send_at=2027-01-02T00:00:00Z", "-f", "title="], #""send_at":"2027-01-02T00:00:00Z""#),
    ]) func aSealedSchedule(_ arguments: [String], _ field: String) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let command = ["schedule", "create", "-f", "encrypted=\(Self.envelope)"]
        for key in [nil, Pushward.key, Pushward.otherKey] {
            let result = try await Pushward(api, key: key).run(command + arguments)
            #expect(result.code == 0, "\(result.errors)")
            #expect(api.calls.last?.text == #"{"encrypted":"\#(Self.envelope)",\#(field)}"#)
        }
        let refused = try await Pushward(api).run(command + arguments + ["--title", "t"])
        #expect(refused.code == (arguments.contains("title=") ? 0 : 2))
    }

    @Test func aSealedScheduleInAWhile() async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let texts = ["--title", "secret title", "--body", "secret body", "-f", "send_at=later"]
        #expect(try await Pushward(api, key: Pushward.key).run(["schedule", "create", "--in", "2h"] + texts).code == 0)
        #expect(try open(api.calls.first).title == "secret title")
        #expect(api.calls.first?.json.objectValue?.keys == ["encrypted", "send_at"])
        #expect(api.calls.first?.json["send_at"]?.stringValue?.hasSuffix("Z") == true)
    }

    @Test(arguments: [
        ([], true), (["--encrypt"], false),
    ]) func organizations(_ flags: [String], _ hasHint: Bool) async throws {
        let api = try FakeAPI(.problem(422, "notification.encryption_unavailable"))
        for (command, _) in Self.commands {
            let result = try await Pushward(api, key: Pushward.key).run(command + Self.texts + flags)
            #expect(result.code == 1)
            #expect(result.errors.contains("422 notification.encryption_unavailable: it is so\n"))
            #expect(result.errors.contains("pass --no-encrypt") == hasHint)
        }
    }

    @Test func apiNeverSeals() async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        _ = try await Pushward(api, key: Pushward.key).run("api", "/notifications", "-f", "title=t", "-f", "body=b")
        #expect(api.calls.first?.text == #"{"body":"b","title":"t"}"#)
    }

    /// What others on the machine see of a process are its arguments; what `--debug` shows is in many logs.
    @Test func nothingShows() async throws {
        let commandLines = CommandLines()
        let api = try FakeAPI { _, _ in
            commandLines.read(containing: "secret-word")
            return .answer(Self.sent, status: 201)
        }
        let result = try await Pushward(api, key: Pushward.key).run(
            "notify", "--debug", "-d", "-", input: #"{"title":"secret-word","body":"secret-word"}"#)
        #expect(result.code == 0)
        #expect(result.errors == "" || !result.errors.contains("secret-word"))
        #expect(result.errors.hasPrefix("debug: POST \(api.url)/notifications: 201 in "))
        #expect(!result.errors.contains(Pushward.token) && !result.errors.contains(Pushward.key))
        let started = try Pushward(api, key: Pushward.key).start(["notify", "-d", "-"], input: "{}")
        let arguments = WholeFile.text("/proc/\(started.pid)/cmdline")
        #expect(arguments?.contains(Pushward.key) != true && arguments?.contains(Pushward.token) != true)
        _ = try await started.end()
        #expect(commandLines.found == 0)
    }
}

/// Looks into the arguments of all processes.
private final class CommandLines: Sendable {
    private let count = Counter()

    var found: Int { count.value }

    func read(containing word: String) {
        for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(process) != nil {
            guard let line = WholeFile.text("/proc/\(process)/cmdline") else { continue }
            if line.contains(word) || line.contains(Pushward.key) || line.contains(Pushward.token) { count.add() }
        }
    }
}
