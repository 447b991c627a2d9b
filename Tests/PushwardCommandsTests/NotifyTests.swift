// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP

/// What each option of `notify` puts into the body, and which do not go together.
@Suite struct NotifyTests {
    static let sent = #"{"id":4310,"delivery":"all","pushed":true}"#

    static let bodies: [(arguments: [String], body: String)] = [
        (["--title", "t"], #"{"title":"t"}"#), (["--title="], #"{"title":""}"#),
        (["--subtitle", "s"], #"{"subtitle":"s"}"#), (["--body", "b"], #"{"body":"b"}"#), (["--body", ""], "{}"),
        (["--body", "-"], #"{"body":"from\nstdin"}"#), (["--url", "https://x.org"], #"{"url":"https://x.org"}"#),
        (["--level", "time-sensitive"], #"{"level":"time-sensitive"}"#), (["--volume", "0.50"], #"{"volume":0.50}"#),
        (["--icon-url", "u"], #"{"icon_url":"u"}"#), (["--thread", "x"], #"{"thread_id":"x"}"#),
        (["--collapse-id", "x"], #"{"collapse_id":"x"}"#), (["--source", "x"], #"{"source":"x"}"#),
        (["--source-name", "x"], #"{"source_display_name":"x"}"#), (["--activity", "x"], #"{"activity_slug":"x"}"#),
        (["--image", "u"], #"{"media":{"type":"image","url":"u"}}"#),
        (["--media-url", "u", "--media-type", "audio"], #"{"media":{"type":"audio","url":"u"}}"#),
        (
            ["--action", "a=A=1", "--action", "b=B"],
            #"{"actions":[{"id":"a","title":"A=1"},{"id":"b","title":"B"}]}"#
        ),
        (["--meta", "b.c=1", "--meta", "a="], #"{"metadata":{"a":"","b.c":"1"}}"#), (["--no-push"], #"{"push":false}"#),
        (["--no-push=false"], "{}"), (["--ack"], #"{"acknowledge":{}}"#),
        (["--ack-repeat", "90"], #"{"acknowledge":{"repeat_seconds":90}}"#),
        (["--ack-repeat", "90s", "--ack"], #"{"acknowledge":{"repeat_seconds":90}}"#),
        (["--ack-expire", "2m"], #"{"acknowledge":{"expire_seconds":120}}"#),
        (["--ack-expire", "1d"], #"{"acknowledge":{"expire_seconds":86400}}"#),
        (["--ack-expire", "1h30m"], #"{"acknowledge":{"expire_seconds":5400}}"#),
        (["--ack-title", "Got it"], #"{"acknowledge":{"action_title":"Got it"}}"#),
        (["--ack", "--tag", "x", "--tag", "y"], #"{"acknowledge":{},"tags":["x","y"]}"#),
        (["--ack", "--callback-url", "u"], #"{"acknowledge":{},"callback_url":"u"}"#),
        (["--tag", "x", "-F", "acknowledge={}"], #"{"acknowledge":{},"tags":["x"]}"#),
        (
            ["--target-groups", "a, b", "--target-tags", "c", "--target-members", "d,e"],
            #"{"target":{"groups":["a","b"],"members":["d","e"],"tags":["c"]}}"#
        ),
        (["-d", #"{"b":1.50,"a":{"d":1,"c":2}}"#], #"{"a":{"c":2,"d":1},"b":1.50}"#),
        (["-d", "-"], #"{"in":"put"}"#), (["-d", "@-"], #"{"in":"put"}"#),
        (["-f", "metadata.host=x", "-f", "n=5"], #"{"metadata":{"host":"x"},"n":"5"}"#),
        (["-F", "n=5", "-F", "t=true", "-F", "s=@-"], #"{"n":5,"s":"from\nstdin\n","t":true}"#),
        // The later layer wins, whatever the order on the command line.
        (
            [
                "-F", "title=3", "-f", "title=2", "--title", "1", "-d", #"{"title":"0","metadata":{"a":"0","b":"0"}}"#,
                "--meta", "a=1",
            ],
            #"{"metadata":{"a":"1","b":"0"},"title":3}"#
        ),
        (
            ["-d", #"{"actions":[{"id":"x","title":"X"}]}"#, "--action", "y=Y"],
            #"{"actions":[{"id":"y","title":"Y"}]}"#
        ),
    ]

    @Test(arguments: bodies) func body(_ arguments: [String], _ body: String) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let readsJSON = arguments.contains("-d") && arguments.contains { $0 == "-" || $0 == "@-" }
        let input = readsJSON ? #"{"in":"put"}"# : "from\nstdin\n"
        let result = try await Pushward(api).run(["notify"] + arguments, input: input)
        #expect(result.code == 0, "\(result.errors)")
        #expect(api.calls.map(\.line) == ["POST /notifications"])
        #expect(api.calls.first?.text == body)
        #expect(api.calls.first?.headers["Content-Type"] == "application/json")
    }

    static let refusals: [(arguments: [String], says: String)] = [
        (["--level", "loud"], "--level must be"), (["--volume", "1.1"], "--volume must be"),
        (["--volume", "-1"], "--volume must be"), (["--volume", ".5"], "--volume must be"),
        (["--image", "u", "--media-url", "u", "--media-type", "image"], "--image excludes"),
        (["--media-url", "u"], "--media-url needs --media-type"), (["--media-type", "image"], "--media-type needs"),
        (["--media-type", "text"], "--media-type must be"), (["--action", "x"], "--action must be written"),
        (["--action", "=X"], "--action must be written"), (["--action", "x="], "--action must be written"),
        (["--meta", "x"], "--meta must be written"), (["--ack-repeat", "0"], "--ack-repeat must be"),
        (["--ack-repeat", "500ms"], "--ack-repeat must be"), (["--ack-expire", "soon"], "--ack-expire must be"),
        (["--tag", "x"], "--tag needs --ack"), (["--callback-url", "u"], "--callback-url needs --ack"),
        (["--tag", "x", "--ack", "-F", "acknowledge=null"], "--tag needs --ack"),
        (["--target-groups", "a,,b"], "--target-groups has an empty name"),
        (["--target-tags", ""], "has an empty name"),
        (["--target-members", "a, "], "has an empty name"), (["-d", "[]"], "must be a JSON object"),
        (["-d", "{} x"], "is not JSON"), (["-d", "@/nowhere/x"], "/nowhere/x is not there"),
        (["-f", "x"], "--field must be"),
        (["-F", "x={"], "is not JSON"), (["-F", "a[1]=x"], "past its end"),
        (["-F", "title.x=1", "--title", "t"], "not an object"),
        (["-d", "-", "--body", "-"], "only once"), (["--encrypt", "--no-encrypt"], "exclude each other"),
        (["--encrypt"], "no encryption key"), (["--wait", "5s"], "--wait needs --action or --ack"),
        (["--wait", "5s", "-F", "actions=[]"], "--wait needs"), (["--wait", "0"], "--wait must be"),
    ]

    @Test(arguments: refusals) func refusal(_ arguments: [String], _ says: String) async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let result = try await Pushward(api).run(["notification", "send"] + arguments, input: "{}")
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(api.calls.isEmpty)
    }

    @Test func inputHasALimit() async throws {
        let api = try FakeAPI(.answer(Self.sent, status: 201))
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try await Pushward(api).run("notify", "--body", "-", input: text).code == 0)
        let result = try await Pushward(api).run("notify", "--body", "-", input: text + "x")
        #expect(result.code == 2)
        #expect(result.errors == "error: standard input is longer than 1 MiB\n")
        #expect(api.calls.count == 1)
    }

    static let lines: [(answer: String, key: String?, line: String)] = [
        (sent, nil, "sent notification 4310\n"),
        (sent, Pushward.key, "sent notification 4310 (encrypted, key ID 767c0806)\n"),
        (
            #"{"id":7,"receipt":{"notification_id":7,"repeat_seconds":60,"expires_at":"2026-12-01T00:00:00Z"}}"#, nil,
            "sent notification 7, repeats every 60 s until 2026-12-01T00:00:00Z\n"
        ),
        ("{}", nil, "sent notification\n"),
    ]

    @Test(arguments: lines) func lineForPeople(_ answer: String, _ key: String?, _ line: String) async throws {
        let api = try FakeAPI(.answer(answer, status: 201))
        let result = try await Pushward(api, key: key).run(
            "notify", "--title", "t", "--body", "b", onTerminal: [.output])
        #expect(result.output == line)
    }

    @Test(arguments: [
        (#"{"id":1,"delivery":"all"}"#, ""), (#"{"id":1}"#, ""), (#"{"delivery":"none"}"#, "warning: delivery none\n"),
        (#"{"delivery":"none","reason":"push_disabled"}"#, "warning: delivery none (push_disabled)\n"),
        (
            #"{"delivery":"none","reason":"no_apns_token"}"#,
            "warning: delivery none (no_apns_token): no device is registered\n"
        ),
    ]) func delivery(_ answer: String, _ warning: String) async throws {
        let api = try FakeAPI(.answer(answer, status: 201))
        #expect(try await Pushward(api).run("notify", "--title", "t").errors == warning)
    }
}
