// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxSystem

/// Notifications that go out later.
@Suite struct ScheduleTests {
    static let created = #"{"id":12,"status":"scheduled","send_at":"2027-01-01T00:00:00Z"}"#
    static let texts = ["--title", "t", "--body", "b"]

    static let bodies: [(arguments: [String], fields: String)] = [
        (["--at", "2027-01-01T00:00:00+01:00"], #""send_at":"2027-01-01T00:00:00+01:00""#),
        (
            ["--cron", "30 7 * * 1-5", "--tz", "Europe/Paris"],
            #""recurrence":{"cron":"30 7 * * 1-5","timezone":"Europe/Paris"}"#
        ),
        (
            ["--cron", "@daily", "--tz", "UTC", "--until", "2027-02-01T00:00:00Z", "--count", "9"],
            #""recurrence":{"count":9,"cron":"@daily","timezone":"UTC","until":"2027-02-01T00:00:00Z"}"#
        ),
        (
            ["--at", "2027-01-01T00:00:00Z", "--cron", "@daily", "--tz", "UTC"],
            #""recurrence":{"cron":"@daily","timezone":"UTC"},"send_at":"2027-01-01T00:00:00Z""#
        ),
        (["-d", #"{"send_at":"2027-01-02T00:00:00Z"}"#], #""send_at":"2027-01-02T00:00:00Z""#),
        (
            [
                "-f", "send_at=x", "--at", "2027-01-01T00:00:00Z", "-d", #"{"recurrence":{"cron":"x","count":3}}"#,
                "--cron", "y", "--tz", "UTC",
            ],
            #""recurrence":{"cron":"y","timezone":"UTC"},"send_at":"2027-01-01T00:00:00Z""#
        ),
    ]

    @Test(arguments: bodies) func create(_ arguments: [String], _ fields: String) async throws {
        let api = try FakeAPI(.answer(Self.created, status: 201))
        let result = try await Pushward(api).run(["schedule", "create"] + Self.texts + arguments)
        #expect(result.code == 0, "\(result.errors)")
        #expect(result.output == Self.created + "\n")
        #expect(api.calls.map(\.line) == ["POST /notifications/scheduled"])
        #expect(api.calls.first?.text == #"{"body":"b",\#(fields),"title":"t"}"#)
    }

    @Test func afterAWhile() async throws {
        let api = try FakeAPI(.answer(Self.created, status: 201))
        let earliest = SystemTime().now() + .seconds(5400)
        _ = try await Pushward(api).run(["scheduled", "create", "--in", "1h30m"] + Self.texts)
        let text = try #require(api.calls.first?.json["send_at"]?.stringValue)
        let time = try #require(Timestamp(rfc3339: text))
        #expect(text.hasSuffix("Z"))
        #expect(time >= earliest && time <= SystemTime().now() + .seconds(5400))
    }

    static let refusals: [(arguments: [String], says: String)] = [
        ([], "give --at, --in or --cron"), (["-d", #"{"title":"x"}"#], "give --at"),
        (["-F", "send_at=null"], "give --at"),
        (["--at", "2027-01-01T00:00:00Z", "--in", "5m"], "exclude each other"), (["--at", "tomorrow"], "--at must be"),
        (
            ["--at", "1h"],
            "--at must be a time such as 2026-12-24T18:00:00+01:00; a span such as 1h30m is for --in"
        ),
        (["--at", "2027-01-01T00:00:00"], "--at must be"), (["--in", "0s"], "--in must be"),
        (["--in", "soon"], "--in must be"),
        (["--cron", "@daily"], "--cron needs --tz"), (["--tz", "UTC", "--in", "5m"], "--tz needs --cron"),
        (["--until", "2027-01-01T00:00:00Z", "--in", "5m"], "--until needs --cron"),
        (["--count", "5", "--in", "5m"], "--count needs --cron"),
        (["--count", "0", "--cron", "@daily", "--tz", "UTC"], "--count must be"),
        (["--until", "x", "--cron", "@daily", "--tz", "UTC"], "--until must be"),
        (["--in", "5m", "--wait", "5s"], "unknown option"),
        (["--in", "5m", "--tag", "x"], "--tag needs --ack"), (["--in", "5m", "--encrypt"], "no encryption key"),
    ]

    @Test(arguments: refusals) func refusal(_ arguments: [String], _ says: String) async throws {
        let api = try FakeAPI(.answer(Self.created, status: 201))
        let result = try await Pushward(api).run(["schedule", "create"] + Self.texts + arguments)
        #expect(result.code == 2)
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(api.calls.isEmpty)
    }

    @Test(
        arguments: [
            (nil, created, "scheduled notification 12 for 2027-01-01T00:00:00Z\n"),
            (
                Pushward.key, #"{"id":12,"send_at":"x","recurrence":{"cron":"@daily"}}"#,
                "scheduled notification 12 for x, then at '@daily' (encrypted, key ID 767c0806)\n"
            ),
        ] as [(String?, String, String)]) func lineForPeople(_ key: String?, _ answer: String, _ line: String)
        async throws
    {
        let api = try FakeAPI(.answer(answer, status: 201))
        let arguments = ["schedule", "create", "--in", "5m"] + Self.texts
        #expect(try await Pushward(api, key: key).run(arguments, onTerminal: [.output]).output == line)
    }

    static let lists: [(arguments: [String], target: String)] = [
        ([], "/notifications/scheduled"), (["--status", "all"], "/notifications/scheduled?status=all"),
        (["--limit", "5"], "/notifications/scheduled?limit=5"),
        (["--cursor", "a=b&c"], "/notifications/scheduled?cursor=a%3Db%26c"),
        (
            ["--status", "sent", "--limit", "100", "--cursor", "x"],
            "/notifications/scheduled?status=sent&limit=100&cursor=x"
        ),
    ]

    @Test(arguments: lists) func list(_ arguments: [String], _ target: String) async throws {
        let api = try FakeAPI(.answer(#"{"items":null}"#))
        let result = try await Pushward(api).run(["schedule", "list"] + arguments)
        #expect(result.output == "{\"items\":null}\n")
        #expect(api.calls.map(\.line) == ["GET \(target)"])
    }

    @Test func allPages() async throws {
        let api = try FakeAPI(
            .answer(#"{"items":[{"id":1}],"next_cursor":"a"}"#), .answer(#"{"items":null,"next_cursor":"b"}"#),
            .answer(#"{"items":[{"id":2}],"next_cursor":""}"#))
        let result = try await Pushward(api).run("schedule", "list", "--all", "--status", "all")
        #expect(result.output == "{\"items\":[{\"id\":1},{\"id\":2}]}\n")
        let start = "GET /notifications/scheduled?status=all&limit=100"
        #expect(api.calls.map(\.line) == [start, start + "&cursor=a", start + "&cursor=b"])
        let circle = try FakeAPI(.answer(#"{"items":[],"next_cursor":"a"}"#))
        #expect(try await Pushward(circle).run("schedule", "list", "--all").code == 1)
    }

    @Test func table() async throws {
        let api = try FakeAPI(
            .answer(
                #"{"items":[{"id":1,"status":"scheduled","send_at":"2027-01-01T00:00:00Z","title":"Encrypted notification"},"#
                    + #"{"id":20,"status":"sent","send_at":"x","recurrence":{"cron":"@daily"},"title":"a\nb"}],"next_cursor":"n"}"#
            ))
        #expect(
            try await Pushward(api).run("schedule", "list", onTerminal: [.output]).output == """
                ID  STATUS     SEND AT               CRON    TITLE
                1   scheduled  2027-01-01T00:00:00Z          Encrypted notification
                20  sent       x                     @daily  a?b
                there are more: --cursor n, or --all

                """)
    }

    @Test(arguments: [
        (["schedule", "cancel", "7"], "DELETE /notifications/scheduled/7"),
        (["schedule", "cancel", "7", "--purge"], "DELETE /notifications/scheduled/7?purge=true"),
        (["schedule", "get", "7"], "GET /notifications/scheduled/7"),
    ]) func single(_ arguments: [String], _ line: String) async throws {
        let api = try FakeAPI { call, _ in call.method == "GET" ? .answer(Self.created) : .empty() }
        let result = try await Pushward(api).run(arguments)
        #expect(result.code == 0)
        #expect(result.output == (line.hasPrefix("GET") ? Self.created + "\n" : ""))
        #expect(api.calls.map(\.line) == [line])
        let missing = try FakeAPI(.problem(404, "scheduled_notification.not_found"))
        #expect(try await Pushward(missing).run(arguments).code == 4)
    }
}
