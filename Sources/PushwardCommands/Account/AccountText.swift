// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON

/// An account for people.
enum AccountText {
    /// Its name, or else its id.
    static func name(_ account: JSONValue) -> String {
        for key in ["nickname", "id"] {
            if let text = account[key]?.stringValue, !text.isEmpty { return text.printable }
            if let number = account[key]?.numberValue { return number.text }
        }
        return "unknown"
    }

    /// A line for each thing that is known.
    static func of(_ account: JSONValue) -> String {
        var lines = ["account        \(name(account))"]
        if let key = account["integration_key"]?["name"]?.stringValue {
            lines.append("key            \(key.printable)")
        }
        let allowances = [
            ("notifications", "notifications"), ("live_activity_updates", "activities"), ("widget_updates", "widgets"),
            ("emails", "emails"),
        ]
        for (kind, label) in allowances {
            guard let used = account["\(kind)_used"]?.numberValue?.text else { continue }
            let limit = account["\(kind)_limit"]?.numberValue.map { " of \($0.text)" } ?? ""
            lines.append(label + String(repeating: " ", count: 15 - label.utf8.count) + used + limit)
        }
        if let time = account["quota_resets_at"]?.stringValue { lines.append("resets         \(time.printable)") }
        return lines.joined(separator: "\n")
    }
}
