// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxEnvelope
import WaxHTTP
import WaxJSON

/// What a call of a tool comes to, decided from its arguments alone.
enum ToolPlan: Sendable {
    /// One request. `emptyAnswer` stands for an answer without a body.
    case request(APIRequest, emptyAnswer: JSONObject?)
    case waitForAnswer(APIRequest, seconds: Int64)
    case waitForReceipt(APIRequest, seconds: Int64)

    /// Throws `usage` for arguments that break a rule of the tool, and for a text that cannot be sealed.
    /// - Parameter key: what texts are sealed with; nil sends them as they are.
    init(_ tool: NotificationTool, _ arguments: JSONObject, key: PW1Key?) throws(ClientError) {
        let given = Self.given(arguments)
        if let problem = tool.tool.problem(in: given) { throw .usage(problem) }
        func number(_ name: String) -> Int64? { given[name]?.int64Value }
        func item(_ path: String, _ name: String = "notification_id", _ suffix: String = "") -> String {
            "/notifications/\(path)/\(number(name) ?? 0)\(suffix)"
        }
        func held(_ request: APIRequest, _ name: String) -> APIRequest {
            var request = request
            request.wait = number(name).flatMap { $0 > 0 ? Int($0) : nil }
            return request
        }
        let timeout = number("timeout_seconds") ?? NotificationTool.defaultTimeout
        switch tool {
        case .createNotification: self = try .create("/notifications", given, key)
        case .createScheduledNotification: self = try .create("/notifications/scheduled", given, key)
        case .testNotification: self = try .create("/notifications", Self.test(given), key)
        case .listScheduledNotifications:
            var request = APIRequest("GET", "/notifications/scheduled")
            request.query = given.map { .init(name: $0, value: $1.stringValue ?? $1.numberValue?.text ?? "") }
            self = .request(request, emptyAnswer: nil)
        case .getScheduledNotification:
            self = .request(APIRequest("GET", item("scheduled", "id")), emptyAnswer: nil)
        case .cancelScheduledNotification:
            let isPurge = given["purge"]?.boolValue == true
            var request = APIRequest("DELETE", item("scheduled", "id"))
            if isPurge { request.query = [.init(name: "purge", value: "true")] }
            let id = JSONValue.number(JSONNumber(number("id") ?? 0))
            self = .request(request, emptyAnswer: ["id": id, isPurge ? "deleted" : "canceled": true])
        case .getNotificationAnswer:
            self = .request(held(APIRequest("GET", item("answers", "id")), "wait"), emptyAnswer: nil)
        case .getNotificationReceipt:
            self = .request(held(APIRequest("GET", item("receipts")), "wait_seconds"), emptyAnswer: nil)
        case .waitForAnswer: self = .waitForAnswer(APIRequest("GET", item("answers")), seconds: timeout)
        case .waitForAck: self = .waitForReceipt(APIRequest("GET", item("receipts")), seconds: timeout)
        case .cancelNotificationReceipt:
            self = .request(
                APIRequest("POST", item("receipts", "notification_id", "/cancel")), emptyAnswer: nil)
        case .cancelNotificationReceiptsByTag:
            self = .request(
                APIRequest("POST", "/notifications/receipts/cancel", body: .object(given)), emptyAnswer: nil)
        }
    }

    /// A request with a text, which is sealed as soon as there is a key.
    private static func create(_ path: String, _ body: JSONObject, _ key: PW1Key?) throws(ClientError) -> ToolPlan {
        let sealing = try BodySealing(body, mode: key == nil ? .whenKeyIsSet : .always) { key }
        return .request(APIRequest("POST", path, body: .object(sealing.body)), emptyAnswer: nil)
    }

    /// The arguments without those that models write for what they leave out: null, an empty text, and an empty
    /// `acknowledge`. An empty title or body stays, to be refused.
    private static func given(_ arguments: JSONObject) -> JSONObject {
        let needed = ["title", "body"]
        return JSONObject(
            arguments.filter { name, value in
                if value.isNull { return false }
                if value.stringValue?.isEmpty == true { return needed.contains(name) }
                return name != "acknowledge" || value.objectValue?.isEmpty != true
            }.map { ($0.key, $0.value) })
    }

    private static func test(_ given: JSONObject) -> JSONObject {
        var body = given
        if body["title"] == nil { body["title"] = "Test notification" }
        if body["body"] == nil { body["body"] = "The MCP server can reach this device." }
        return body
    }
}
