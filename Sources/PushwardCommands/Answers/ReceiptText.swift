// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON

/// A receipt for people.
enum ReceiptText {
    static func of(_ receipt: JSONValue) -> String {
        func text(_ key: String) -> String? {
            receipt[key]?.stringValue?.printable ?? receipt[key]?.numberValue?.text
        }
        var line = "notification \(text("notification_id") ?? "") \(text("status") ?? "")"
        switch receipt["status"]?.stringValue {
        case "acknowledged":
            line += text("acknowledged_by_device").map { " on \($0)" } ?? ""
            line += text("acknowledged_at").map { " at \($0)" } ?? ""
            line += text("action_id").map { " with \($0)" } ?? ""
        case "canceled":
            line += text("canceled_at").map { " at \($0)" } ?? ""
            line += text("cancel_reason").map { " (\($0))" } ?? ""
        default:
            line += text("repeats_sent").map { ", repeated \($0) times" } ?? ""
            line += text("expires_at").map { ", until \($0)" } ?? ""
        }
        return line
    }
}
