// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxSystem

@testable import PushwardMCP

@Suite struct ToolRunnerTests {
    private static let pending = #"{"notification_id":7,"status":"pending"}"#
    private static let answered = #"{"notification_id":7,"status":"answered","action_id":"yes"}"#
    private static let busy = ScriptedAPI.Answer(
        status: 429,
        body: #"{"status":429,"code":"answer_wait.limit_exceeded","detail":"too many","retry_after_ms":2000}"#)

    private func call(
        _ tool: String, _ arguments: JSONObject, _ api: ScriptedAPI, key: PW1Key? = nil,
        progress: @escaping @Sendable (ToolProgress) -> Void = { _ in }
    ) async throws -> ToolResult {
        try await api.runner(key: key).run(
            ToolCall(number: 1, tool: tool, arguments: arguments, wantsProgress: true), progress: progress)
    }

    @Test func theAnswerOfTheServerIsTheResult() async throws {
        let api = ScriptedAPI([.init(status: 201, body: #"{ "id": 12345678901234567890, "pushed": true }"#)])
        let result = try await call("create_notification", ["title": "T", "body": "B"], api)
        #expect(result.text == #"{"id":12345678901234567890,"pushed":true}"#, "numbers keep their digits")
        #expect(result.structured?["pushed"] == true)
        #expect(!result.isError)
    }

    @Test(arguments: [(false, #"{"id":7,"canceled":true}"#), (true, #"{"id":7,"deleted":true}"#)])
    func anEmptyAnswerSaysWhatWasDone(purge: Bool, text: String) async throws {
        let api = ScriptedAPI([.init(status: 204, body: "")])
        let result = try await call("cancel_scheduled_notification", ["id": 7, "purge": .bool(purge)], api)
        #expect(result.text == text && !result.isError)
    }

    @Test func aRefusalIsAnErrorWithoutTheValues() async throws {
        let body = #"""
            {"status":422,"title":"Unprocessable","detail":"validation failed",
             "errors":[{"message":"too long","location":"body.thread_id","value":"private"},{"message":"bad"}]}
            """#
        let result = try await call(
            "create_notification", ["title": "T", "body": "B"], ScriptedAPI([.init(status: 422, body: body)]))
        #expect(result.isError)
        #expect(result.text == "POST /notifications: 422: validation failed\n  body.thread_id: too long\n  bad")
    }

    @Test func aFailureHoldsNoSecret() async throws {
        for secret in MisplacedSecret.all {
            let detail = secret.text.replacing("\n", with: "\\n")
            let body = #"{"status":422,"detail":"no \#(detail)","errors":[{"message":"is \#(detail)"}]}"#
            let result = try await call(
                "create_notification", ["title": "T", "body": "B"], ScriptedAPI([.init(status: 422, body: body)]))
            #expect(result.isError && result.text == "POST /notifications: 422: no ***\n  is ***")
            let wrong = try await call("get_scheduled_notification", ["id": .string(secret.text)], ScriptedAPI([]))
            #expect(wrong.isError && !secret.isShown(in: wrong.text))
        }
    }

    @Test func aUsedUpAllowanceSaysWhenItComesBack() async throws {
        let body = #"""
            {"status":429,"code":"quota.exceeded","detail":"used up","kind":"notifications","used":500,"limit":500,"reset_at":"2027-01-01T00:00:00Z"}
            """#
        let result = try await call(
            "create_notification", ["title": "T", "body": "B"], ScriptedAPI([.init(status: 429, body: body)]))
        #expect(
            result.text
                == "POST /notifications: 429 quota.exceeded: used up (notifications 500/500, resets 2027-01-01T00:00:00Z)"
        )
    }

    @Test(arguments: ["create_notification", "test_notification"])
    func noAnswerIsAnError(tool: String) async throws {
        let arguments: JSONObject = ["title": "T", "body": "B"]
        let result = try await call(tool, arguments, ScriptedAPI([]))
        #expect(result.isError && result.text.contains("push.example.org does not accept the connection"))
    }

    @Test func aSuccessThatIsNoJSONIsAnError() async throws {
        let result = try await call("get_scheduled_notification", ["id": 7], ScriptedAPI([.init(body: "<html>")]))
        #expect(result == .failure("the server answered with status 200 and no JSON"))
    }

    @Test func nothingIsSentWhenATextCannotBeSealed() async throws {
        let api = ScriptedAPI([.init(body: "{}")])
        let text = String(repeating: "secret", count: 500)
        let key = try PW1Key(String(repeating: "ab", count: 32))
        let result = try await call("create_notification", ["title": "T", "body": .string(text)], api, key: key)
        #expect(result.isError && !result.text.contains("secret") && !result.text.contains("abab"))
        #expect(api.requests == [])
    }

    @Test func waitingForAnAnswerReadsUntilItIsThere() async throws {
        let api = ScriptedAPI([
            .init(body: Self.pending, holds: .seconds(25)), Self.busy, .init(body: Self.pending, holds: .zero),
            .init(body: Self.answered, holds: .seconds(3)),
        ])
        let reports = Locked<[String]>([])
        let result = try await call("wait_for_answer", ["notification_id": 7, "timeout_seconds": 60], api) { progress in
            reports.withLock { $0.append("\(progress.done)/\(progress.total)") }
        }
        #expect(result.text == Self.answered && !result.isError)
        let path = "GET /notifications/answers/7?wait="
        #expect(
            api.requests == ["\(path)25", "\(path)25", "pause 5", "\(path)25", "pause 2", "\(path)25"])
        #expect(reports.withLock { $0 } == ["0/60", "25/60", "30/60"])
    }

    @Test func whenTheTimeIsUpTheLastAnswerCounts() async throws {
        let api = ScriptedAPI([
            .init(body: Self.pending, holds: .seconds(25)), .init(body: Self.pending, holds: .seconds(5)),
        ])
        let result = try await call("wait_for_answer", ["notification_id": 7, "timeout_seconds": 30], api)
        #expect(result.text == Self.pending && !result.isError)
        #expect(api.requests.last == "GET /notifications/answers/7?wait=5")
    }

    @Test func aServerThatNeverHoldsIsAnErrorInTheEnd() async throws {
        let api = ScriptedAPI(Array(repeating: Self.busy, count: 4))
        let result = try await call("wait_for_answer", ["notification_id": 7, "timeout_seconds": 12], api)
        #expect(result == .failure("the server holds too many waits already; try again later"))
    }

    @Test(arguments: [
        (#"{"status":"acknowledged","action_id":"a"}"#, "acknowledged", true, "acknowledged"),
        (#"{"status":"expired"}"#, "expired", false, "expired"),
        (#"{"status":"canceled","cancel_reason":"api"}"#, "canceled", false, "api"),
        (#"{"status":"canceled"}"#, "canceled", false, "canceled"),
        (#"{"status":"active"}"#, "active", false, "timeout"),
    ])
    func waitingForAnAckTellsTheOutcome(receipt: String, status: String, isDone: Bool, reason: String) async throws {
        let api = ScriptedAPI([.init(body: receipt, holds: .seconds(10))])
        let result = try await call("wait_for_ack", ["notification_id": 7, "timeout_seconds": 10], api)
        let object = try #require(result.structured)
        #expect(object.keys == ["status", "acknowledged", "receipt", "reason"])
        #expect(object["status"] == .string(status) && object["acknowledged"] == .bool(isDone))
        #expect(object["reason"] == .string(reason))
        #expect(object["receipt"] == (try JSONReader.parse(receipt)))
    }

    @Test func anAnswerThatIsGoneEndsTheWait() async throws {
        let api = ScriptedAPI([.init(status: 404, body: #"{"code":"notification_answer.not_found","detail":"none"}"#)])
        let result = try await call("wait_for_answer", ["notification_id": 7], api)
        #expect(result == .failure("GET /notifications/answers/7: 404 notification_answer.not_found: none"))
    }
}
