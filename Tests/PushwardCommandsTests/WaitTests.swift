// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxSystem

/// Waiting for answers and acknowledgements.
@Suite struct WaitTests {
    static let pending = #"{"notification_id":7,"status":"pending"}"#
    static let answered = #"{"notification_id":7,"status":"answered","action_id":"yes","text":"ok\nso"}"#
    static let active = #"{"notification_id":7,"status":"active","repeats_sent":2,"expires_at":"2026-12-01T00:00:00Z"}"#
    static let acknowledged = #"{"notification_id":7,"status":"acknowledged","acknowledged_by_device":"phone"}"#
    static let expired = #"{"notification_id":7,"status":"expired"}"#
    static let canceled = #"{"notification_id":7,"status":"canceled","cancel_reason":"api"}"#

    /// Answers the creation with `created`, and each look with the next of `states`.
    static func api(_ created: String, _ states: String...) throws -> FakeAPI {
        try FakeAPI { call, count in
            call.method == "POST"
                ? .answer(created, status: 201) : .answer(states[min(max(count - 2, 0), states.count - 1)])
        }
    }

    @Test func forAnAnswer() async throws {
        let api = try Self.api(#"{"id":7,"answerable":true}"#, Self.answered)
        let result = try await Pushward(api).run("notify", "--action", "yes=Yes", "--wait", "90s")
        #expect(result.code == 0)
        #expect(result.output == Self.answered + "\n")
        #expect(api.calls.map(\.line) == ["POST /notifications", "GET /notifications/answers/7?wait=25"])
    }

    @Test(
        arguments: [
            (acknowledged, 0, ""), (expired, 7, "error: notification 8 is expired, and nobody acknowledged it\n"),
            (canceled, 7, "error: notification 8 is canceled, and nobody acknowledged it\n"),
        ] as [(String, Int32, String)]) func forAnAcknowledgement(
            _ state: String, _ code: Int32, _ errors: String
        ) async throws
    {
        // A receipt goes before an answer.
        let api = try Self.api(#"{"id":7,"answerable":true,"receipt":{"notification_id":8}}"#, state)
        let result = try await Pushward(api).run("notify", "--ack", "--wait", "10", "--action", "a=A")
        #expect(result.code == code)
        #expect(result.output == state + "\n")
        #expect(result.errors == errors)
        #expect(api.calls.last?.line == "GET /notifications/receipts/8?wait=10")
    }

    @Test func forNothing() async throws {
        let api = try Self.api(#"{"id":7,"answerable":false}"#, Self.answered)
        let result = try await Pushward(api).run(
            "notify", "-F", #"actions=[{"id":"a","title":"A","url":"https://x.org"}]"#, "--wait", "10")
        #expect(result.code == 2)
        #expect(result.errors.contains("notification 7 was sent"))
        #expect(api.calls.count == 1)
    }

    @Test func quietly() async throws {
        let api = try Self.api(#"{"id":7,"answerable":true}"#, Self.answered)
        let result = try await Pushward(api).run("notify", "--action", "yes=Yes", "--wait", "90s", "-q")
        #expect(result.code == 0 && result.output == "" && result.errors == "")
        let ended = try await Pushward(FakeAPI(.answer(Self.expired))).run("receipt", "7", "--wait", "9", "-q")
        #expect(ended.code == 7 && ended.output == "")
        #expect(ended.errors == "error: notification 7 is expired, and nobody acknowledged it\n")
    }

    /// The notification is sent, so the message has to say under which number it can be asked for later.
    @Test(arguments: [
        (#"{"id":4310,"answerable":true}"#, "answers"), (#"{"id":1,"receipt":{"notification_id":4310}}"#, "receipts"),
    ]) func aWaitThatCannotBe(_ created: String, _ kind: String) async throws {
        let api = try FakeAPI { call, _ in
            call.method == "POST"
                ? .answer(created, status: 201) : .problem(500, "internal", headers: [("Retry-After", "0")])
        }
        let result = try await Pushward(api).run("notify", "--ack", "--action", "a=A", "--wait", "10")
        #expect(result.code == 6 && result.output == "")
        #expect(result.errors == "error: GET /notifications/\(kind)/4310: 500 internal: it is so\n")
        #expect(api.calls.count { $0.method == "POST" } == 1)
    }

    @Test func untilTheTimeIsUp() async throws {
        let api = try FakeAPI(.answer(Self.pending))
        let result = try await Pushward(api).run("notification", "answer", "7", "--wait", "1")
        #expect(result.code == 7)
        #expect(result.output == Self.pending + "\n")
        #expect(result.errors == "error: no answer to notification 7 within 1 s\n")
        #expect(api.calls.first?.line == "GET /notifications/answers/7?wait=1")
        #expect(api.calls.dropFirst().allSatisfy { $0.line == "GET /notifications/answers/7" })
        let receipt = try FakeAPI(.answer(Self.active))
        let acknowledged = try await Pushward(receipt).run("receipt", "7", "--wait", "1s")
        #expect(acknowledged.code == 7)
        #expect(acknowledged.output == Self.active + "\n")
    }

    static let states: [(arguments: [String], answer: String, path: String, human: String)] = [
        (["notification", "answer", "7"], pending, "answers/7", "pending\n"),
        (["notifications", "answer", "7"], answered, "answers/7", "answered: yes\nok\nso\n"),
        (
            ["receipt", "7"], active, "receipts/7",
            "notification 7 active, repeated 2 times, until 2026-12-01T00:00:00Z\n"
        ),
        (["receipt", "get", "7"], acknowledged, "receipts/7", "notification 7 acknowledged on phone\n"),
        (["receipts", "get", "7"], expired, "receipts/7", "notification 7 expired\n"),
        (["receipt", "7"], canceled, "receipts/7", "notification 7 canceled (api)\n"),
    ]

    @Test(arguments: states) func asTheyAre(
        _ arguments: [String], _ answer: String, _ path: String, _ human: String
    ) async throws {
        let api = try FakeAPI(.answer(answer))
        let piped = try await Pushward(api).run(arguments)
        #expect(piped.code == 0 && piped.output == answer + "\n")
        #expect(try await Pushward(api).run(arguments, onTerminal: [.output]).output == human)
        #expect(api.calls.map(\.line) == ["GET /notifications/\(path)", "GET /notifications/\(path)"])
    }

    @Test func somethingMovesOnATerminal() async throws {
        let isSeen = Locked(false)
        let api = try FakeAPI { _, _ in
            isSeen.wait { $0 ? .answer(Self.answered) : nil }
        }
        let process = try Pushward(api).start(["notification", "answer", "7", "--wait", "90"], onTerminal: [.errors])
        let turns = try await process.firstInErrors { $0.contains("/ waiting for an answer") ? $0 : nil }
        isSeen.withLock { $0 = true }
        isSeen.notify()
        #expect(turns?.hasPrefix("\r| waiting for an answer\r/ waiting for an answer") == true)
        let seen = try await Pushward.result(of: process)
        #expect(seen.output == Self.answered + "\n")
        #expect(seen.errors.hasSuffix("\r\u{1B}[K"))
        let piped = try await Pushward(FakeAPI(.answer(Self.answered))).run(
            "notification", "answer", "7", "--wait", "9")
        #expect(piped.errors == "")
    }

    static let cancellations: [(arguments: [String], line: String, body: String, human: String)] = [
        (["receipt", "cancel", "7"], "POST /notifications/receipts/7/cancel", "", "notification 7 canceled (api)\n"),
        (
            ["receipt", "cancel", "--tag", "disk"], "POST /notifications/receipts/cancel", #"{"tag":"disk"}"#,
            "canceled 2\n"
        ),
    ]

    @Test(arguments: cancellations) func cancel(
        _ arguments: [String], _ line: String, _ body: String, _ human: String
    ) async throws {
        let api = try FakeAPI { call, _ in .answer(call.body.isEmpty ? Self.canceled : #"{"canceled":2}"#) }
        #expect(try await Pushward(api).run(arguments, onTerminal: [.output]).output == human)
        #expect(api.calls.map(\.line) == [line])
        #expect(api.calls.first?.text == body)
    }

    @Test(arguments: [
        ["receipt", "cancel"], ["receipt", "cancel", "7", "--tag", "x"], ["receipt", "cancel", "--tag", ""],
    ])
    func cancelNeedsOne(_ arguments: [String]) async throws {
        let api = try FakeAPI(.answer("{}"))
        #expect(try await Pushward(api).run(arguments).code == 2)
        #expect(api.calls.isEmpty)
    }

    @Test func secret() async throws {
        let whsec = "whsec_I1p3Yj83UaqkDUbjL1juMcCeRaMo2WAxaTS/hpRZYfA="
        let pushward = try Pushward()
        #expect(try await pushward.run("receipt", "secret").output == "{\"secret\":\"\(whsec)\"}\n")
        #expect(try await pushward.run("receipt", "secret", onTerminal: [.output]).output == whsec + "\n")
        let typed = try await pushward.run(
            "receipt", "secret", "--key", "-", "--jq", ".secret", input: "\(Pushward.token)\nx")
        #expect(typed.output == whsec + "\n")
        #expect(
            try await pushward.run("receipt", "secret", "--key", Pushward.token, "--jq", ".secret").output == whsec
                + "\n")
        let account = try await Pushward(token: "hla_secret").run("receipt", "secret")
        #expect(account.code == 2)
        #expect(!account.errors.contains("hla_secret"))
        #expect(
            try await pushward.run("receipt", "secret", "--key", "hla_secret").errors.contains("hla_secret") == false)
    }
}
