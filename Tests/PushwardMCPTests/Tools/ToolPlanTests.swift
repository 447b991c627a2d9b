// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import Testing
import WaxEnvelope
import WaxHTTP
import WaxJSON

@testable import PushwardMCP

@Suite struct ToolPlanTests {
    private static let key = Result { try PW1Key(String(repeating: "0f", count: 32)) }

    /// A call, and the request it comes to, or the rule that it breaks.
    @Test(arguments: [
        ("create_notification", #"{"title":"T","body":"B"}"#, #"POST /notifications {"title":"T","body":"B"}"#),
        (
            "create_notification",
            #"{"title":"T","body":"B","subtitle":"","url":null,"acknowledge":{},"push":false,"volume":0.5}"#,
            #"POST /notifications {"title":"T","body":"B","push":false,"volume":0.5}"#
        ),
        (
            "create_notification",
            #"{"title":"T","body":"B","actions":[{"id":"a","title":"A"}],"acknowledge":{"repeat_seconds":30},"tags":["x"]}"#,
            #"POST /notifications {"title":"T","body":"B","actions":[{"id":"a","title":"A"}],"acknowledge":{"repeat_seconds":30},"tags":["x"]}"#
        ),
        ("create_notification", #"{"title":"T"}"#, "body is required"),
        ("create_notification", #"{"title":"","body":"B"}"#, "title must not be empty"),
        ("create_notification", #"{"title":"T","body":"B","sound":"bell"}"#, "this tool takes only"),
        ("create_notification", #"{"title":"T","body":"B","level":"loud"}"#, "level must be one of"),
        ("create_notification", #"{"title":"T","body":"B","volume":2}"#, "volume must be a number from 0.0 to 1.0"),
        ("create_notification", #"{"title":"T","body":"B","tags":["a b"]}"#, "tags[0] must be 1 to 64 printable"),
        ("create_notification", #"{"title":"T","body":"B","activity_slug":"-x"}"#, "activity_slug must be up to 128"),
        ("create_notification", #"{"title":"T","body":"B","actions":[{"id":"a"}]}"#, "actions[0].title is required"),
        ("create_notification", #"{"title":"T","body":"B","media":{"url":"https://a"}}"#, "media.type is required"),
        (
            "create_notification", #"{"title":"T","body":"B","acknowledge":{"repeat_seconds":5}}"#,
            "acknowledge.repeat_seconds must be a whole number from 30 to 3600"
        ),
        (
            "create_scheduled_notification", #"{"title":"T","body":"B","send_at":"2030-01-01T00:00:00Z"}"#,
            #"POST /notifications/scheduled {"title":"T","body":"B","send_at":"2030-01-01T00:00:00Z"}"#
        ),
        (
            "create_scheduled_notification", #"{"title":"T","body":"B","recurrence":{"cron":"@daily"}}"#,
            "recurrence.timezone is required"
        ),
        ("list_scheduled_notifications", "{}", "GET /notifications/scheduled"),
        (
            "list_scheduled_notifications", #"{"status":"all","limit":5,"cursor":"a&b"}"#,
            "GET /notifications/scheduled?status=all&limit=5&cursor=a&b"
        ),
        ("list_scheduled_notifications", #"{"limit":101}"#, "limit must be a whole number from 1 to 100"),
        ("get_scheduled_notification", #"{"id":7}"#, "GET /notifications/scheduled/7"),
        ("get_scheduled_notification", #"{"id":"7"}"#, "id must be a whole number from 1 up"),
        ("get_scheduled_notification", "{}", "id is required"),
        ("cancel_scheduled_notification", #"{"id":7}"#, "DELETE /notifications/scheduled/7"),
        ("cancel_scheduled_notification", #"{"id":7,"purge":true}"#, "DELETE /notifications/scheduled/7?purge=true"),
        ("get_notification_answer", #"{"id":7}"#, "GET /notifications/answers/7"),
        ("get_notification_answer", #"{"id":7,"wait":0}"#, "GET /notifications/answers/7"),
        ("get_notification_answer", #"{"id":7,"wait":25}"#, "GET /notifications/answers/7 holding 25"),
        ("get_notification_answer", #"{"id":7,"wait":26}"#, "wait must be a whole number from 0 to 25"),
        (
            "get_notification_receipt", #"{"notification_id":7,"wait_seconds":3}"#,
            "GET /notifications/receipts/7 holding 3"
        ),
        ("wait_for_answer", #"{"notification_id":7}"#, "answer for 120: /notifications/answers/7"),
        (
            "wait_for_answer", #"{"notification_id":7,"timeout_seconds":600}"#,
            "answer for 600: /notifications/answers/7"
        ),
        (
            "wait_for_answer", #"{"notification_id":7,"timeout_seconds":601}"#,
            "timeout_seconds must be a whole number from 1 to 600"
        ),
        ("wait_for_ack", #"{"notification_id":7,"timeout_seconds":1}"#, "receipt for 1: /notifications/receipts/7"),
        ("cancel_notification_receipt", #"{"notification_id":7}"#, "POST /notifications/receipts/7/cancel"),
        ("cancel_notification_receipts_by_tag", #"{"tag":"x"}"#, #"POST /notifications/receipts/cancel {"tag":"x"}"#),
        ("cancel_notification_receipts_by_tag", #"{"tag":""}"#, "tag must be 1 to 64 printable"),
        ("cancel_notification_receipts_by_tag", #"{"tag":null}"#, "tag is required"),
        // What models write for what they leave out, in all depths.
        (
            "create_notification",
            #"{"title":"T","body":"B","actions":[{"id":"y","title":"Y","url":null,"icon":"","text_input":null}]}"#,
            #"POST /notifications {"title":"T","body":"B","actions":[{"id":"y","title":"Y"}]}"#
        ),
        (
            "create_notification", #"{"title":"T","body":"B","acknowledge":{"repeat_seconds":null,"action_title":""}}"#,
            #"POST /notifications {"title":"T","body":"B"}"#
        ),
        (
            "create_notification", #"{"title":"T","body":"B","acknowledge":{"repeat_seconds":60,"action_title":null}}"#,
            #"POST /notifications {"title":"T","body":"B","acknowledge":{"repeat_seconds":60}}"#
        ),
        (
            "create_notification", #"{"title":"T","body":"B","metadata":{"a":"","b":null},"target":{"groups":null}}"#,
            #"POST /notifications {"title":"T","body":"B","metadata":{"a":""},"target":{}}"#
        ),
        (
            "create_notification", #"{"title":"T","body":"B","media":{"url":"","type":"image"}}"#,
            "media.url must not be"
        ),
        ("create_notification", #"{"title":"T","body":"B","media":{"url":null}}"#, "media.url is required"),
        (
            "create_notification", #"{"title":"T","body":"B","actions":[{"id":"","title":"Y"}]}"#,
            "actions[0].id must not"
        ),
        ("create_notification", #"{"title":"T","body":"B","actions":[null]}"#, "actions[0] must be an object"),
        (
            "create_scheduled_notification",
            #"{"title":"T","body":"B","send_at":"","recurrence":{"cron":"@daily","timezone":"UTC","until":"","count":null}}"#,
            #"POST /notifications/scheduled {"title":"T","body":"B","recurrence":{"cron":"@daily","timezone":"UTC"}}"#
        ),
        ("list_scheduled_notifications", #"{"status":"","limit":null,"cursor":""}"#, "GET /notifications/scheduled"),
        // JSON Schema counts a number whose fraction is zero as an integer.
        ("get_scheduled_notification", #"{"id":7.0}"#, "GET /notifications/scheduled/7"),
        ("get_scheduled_notification", #"{"id":0.7e1}"#, "GET /notifications/scheduled/7"),
        ("get_scheduled_notification", #"{"id":7.5}"#, "id must be a whole number from 1 up"),
        ("get_scheduled_notification", #"{"id":9007199254740993.0}"#, "id must be a whole number from 1 up"),
        ("get_scheduled_notification", #"{"id":9007199254740993}"#, "GET /notifications/scheduled/9007199254740993"),
        (
            "wait_for_answer", #"{"notification_id":7.0,"timeout_seconds":5.00}"#,
            "answer for 5: /notifications/answers/7"
        ),
        ("get_notification_answer", #"{"id":7,"wait":3.0}"#, "GET /notifications/answers/7 holding 3"),
        ("list_scheduled_notifications", #"{"limit":5.0}"#, "GET /notifications/scheduled?limit=5"),
        (
            "create_notification", #"{"title":"T","body":"B","acknowledge":{"repeat_seconds":60.0},"volume":1.0}"#,
            #"POST /notifications {"title":"T","body":"B","acknowledge":{"repeat_seconds":60},"volume":1.0}"#
        ),
        (
            "test_notification", "{}",
            #"POST /notifications {"title":"Test notification","body":"The MCP server can reach this device."}"#
        ),
        (
            "test_notification", #"{"title":"","body":null,"push":null}"#,
            #"POST /notifications {"title":"Test notification","body":"The MCP server can reach this device."}"#
        ),
        (
            "test_notification", #"{"title":"T","body":"B","push":false}"#,
            #"POST /notifications {"title":"T","body":"B","push":false}"#
        ),
    ])
    func aCallComesToARequest(tool: String, arguments: String, expected: String) throws {
        let outcome = try outcome(tool, arguments, key: nil)
        let isRefused = !["POST ", "GET ", "DELETE ", "answer ", "receipt "].contains { expected.hasPrefix($0) }
        if isRefused { #expect(outcome.hasPrefix(expected)) } else { #expect(outcome == expected) }
    }

    @Test(arguments: [
        (
            "create_notification",
            #"{"title":"T","body":"B","subtitle":"S","url":"https://a.example/","level":"active"}"#
        ),
        (
            "create_scheduled_notification",
            #"{"title":"T","body":"B","subtitle":"S","url":"https://a.example/","level":"active","send_at":"x"}"#
        ),
    ])
    func withAKeyTheTextGoesOutSealed(tool: String, arguments: String) throws {
        let key = try Self.key.get()
        let body = try body(tool, arguments, key: key)
        #expect(["title", "subtitle", "body", "url"].allSatisfy { !body.contains($0) })
        #expect(body["level"] == "active")
        let content = try PW1Envelope(#require(body["encrypted"]?.stringValue)).open(with: key)
        #expect(content == PW1Content(title: "T", subtitle: "S", body: "B", url: "https://a.example/"))
    }

    @Test func theTestTextIsSealedToo() throws {
        let body = try body("test_notification", "{}", key: Self.key.get())
        #expect(body.keys == ["encrypted"])
    }

    @Test(arguments: [
        (#"{"title":"T","body":"\#(String(repeating: "x", count: 3000))"}"#, "cannot encrypt: title, "),
        (#"{"title":"T","body":"B","url":"javascript:x"}"#, "cannot encrypt: the scheme of the url"),
        (#"{"title":"\#(String(repeating: "x", count: 257))","body":"B"}"#, "title must have at most 256 characters"),
    ])
    func whatCannotBeSealedIsRefusedAndNotShortened(arguments: String, expected: String) throws {
        let outcome = try outcome("create_notification", arguments, key: Self.key.get())
        #expect(outcome.hasPrefix(expected))
        #expect(!outcome.contains("xxx") && !outcome.contains("javascript"))
    }

    @Test func everyToolHasADescriptionForModels() {
        #expect(NotificationTool.allCases.count == 12)
        for tool in NotificationTool.table {
            #expect(!tool.description.isEmpty && !tool.description.contains("\n") && !tool.title.isEmpty)
            #expect(tool.properties.allSatisfy { !$0.help.isEmpty && $0.help.hasSuffix(".") }, "\(tool.name)")
        }
    }

    private func body(_ tool: String, _ arguments: String, key: PW1Key?) throws -> JSONObject {
        let tool = try #require(NotificationTool(rawValue: tool))
        let arguments = try #require(try JSONReader.parse(arguments).objectValue)
        guard case .request(let request, _) = try ToolPlan(tool, arguments, key: key) else { return [:] }
        return try #require(request.body?.objectValue)
    }

    private func outcome(_ tool: String, _ arguments: String, key: PW1Key?) throws -> String {
        let tool = try #require(NotificationTool(rawValue: tool))
        let arguments = try #require(try JSONReader.parse(arguments).objectValue)
        do throws(ClientError) {
            switch try ToolPlan(tool, arguments, key: key) {
            case .request(let request, _): return line(request)
            case .waitForAnswer(let path, let seconds): return "answer for \(seconds): \(path)"
            case .waitForReceipt(let path, let seconds): return "receipt for \(seconds): \(path)"
            }
        } catch {
            return error.description
        }
    }

    private func line(_ request: APIRequest) -> String {
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?\(query)")
            + (request.wait.map { " holding \($0)" } ?? "")
            + (request.body.map { " " + String(decoding: $0.compact, as: UTF8.self) } ?? "")
    }
}
