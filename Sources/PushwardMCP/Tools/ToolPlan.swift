// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxEnvelope
import WaxHTTP
import WaxJSON

/// What a call of a tool comes to, decided from its arguments alone.
enum ToolPlan: Sendable {
    /// One request. `emptyAnswer` stands for an answer without a body.
    case request(APIRequest, emptyAnswer: JSONObject?)
    /// Reads of a path until somebody has answered.
    case waitForAnswer(String, seconds: Int)
    /// Reads of a path until nothing more happens to the receipt.
    case waitForReceipt(String, seconds: Int)

    /// Throws `usage` for arguments that break a rule of the tool, and for a text that cannot be sealed.
    /// - Parameter key: what texts are sealed with; nil sends them as they are.
    init(_ tool: NotificationTool, _ arguments: JSONObject, key: PW1Key?) throws(ClientError) {
        let given = Self.given(arguments, tool.tool)
        if let problem = tool.tool.problem(in: given) { throw .usage(problem) }
        func number(_ name: String) -> Int? { given[name]?.int64Value.flatMap { Int(exactly: $0) } }
        func held(_ path: String, _ name: String) -> ToolPlan {
            var request = APIRequest("GET", path)
            request.wait = number(name).flatMap { $0 > 0 ? $0 : nil }
            return .request(request, emptyAnswer: nil)
        }
        // Present where the table says that they are required.
        let (id, notification) = (number("id") ?? 0, number("notification_id") ?? 0)
        let timeout = number("timeout_seconds") ?? NotificationTool.defaultTimeout
        switch tool {
        case .createNotification: self = try .create(NotificationPath.notifications, given, key)
        case .createScheduledNotification: self = try .create(NotificationPath.scheduled, given, key)
        case .testNotification: self = try .create(NotificationPath.notifications, Self.test(given), key)
        case .listScheduledNotifications:
            let query = given.map { QueryItem(name: $0, value: $1.stringValue ?? $1.numberValue?.text ?? "") }
            self = .request(APIRequest("GET", NotificationPath.scheduled, query: query), emptyAnswer: nil)
        case .getScheduledNotification:
            self = .request(APIRequest("GET", NotificationPath.scheduled(id)), emptyAnswer: nil)
        case .cancelScheduledNotification:
            let isPurge = given["purge"]?.boolValue == true
            let query = isPurge ? [QueryItem(name: "purge", value: "true")] : []
            self = .request(
                APIRequest("DELETE", NotificationPath.scheduled(id), query: query),
                emptyAnswer: ["id": .number(JSONNumber(id)), isPurge ? "deleted" : "canceled": true])
        case .getNotificationAnswer: self = held(NotificationPath.answer(id), "wait")
        case .getNotificationReceipt: self = held(NotificationPath.receipt(notification), "wait_seconds")
        case .waitForAnswer: self = .waitForAnswer(NotificationPath.answer(notification), seconds: timeout)
        case .waitForAck: self = .waitForReceipt(NotificationPath.receipt(notification), seconds: timeout)
        case .cancelNotificationReceipt:
            self = .request(APIRequest("POST", NotificationPath.cancelReceipt(notification)), emptyAnswer: nil)
        case .cancelNotificationReceiptsByTag:
            self = .request(
                APIRequest("POST", NotificationPath.cancelReceipts, body: .object(given)), emptyAnswer: nil)
        }
    }

    /// A request with a text, which is sealed as soon as there is a key.
    private static func create(_ path: String, _ body: JSONObject, _ key: PW1Key?) throws(ClientError) -> ToolPlan {
        let sealing = try BodySealing(body, mode: key == nil ? .whenKeyIsSet : .always) { key }
        return .request(APIRequest("POST", path, body: .object(sealing.body)), emptyAnswer: nil)
    }

    /// The arguments without those that models write for what they leave out: what `Schema.given` leaves out, and then an
    /// empty `acknowledge`.
    private static func given(_ arguments: JSONObject, _ tool: Tool) -> JSONObject {
        var given = tool.given(arguments)
        if given["acknowledge"]?.objectValue?.isEmpty == true { given["acknowledge"] = nil }
        return given
    }

    private static func test(_ given: JSONObject) -> JSONObject {
        var body = given
        if body["title"] == nil { body["title"] = "Test notification" }
        if body["body"] == nil { body["body"] = "The MCP server can reach this device." }
        return body
    }
}
