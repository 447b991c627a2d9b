// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxJSON

/// Schedules for people.
enum ScheduleText {
    /// The line about a new one.
    static func created(_ schedule: JSONValue, keyID: String?) -> String {
        var text = "scheduled notification"
        text += schedule["id"]?.numberValue.map { " \($0.text)" } ?? ""
        text += schedule["send_at"]?.stringValue.map { " for \($0.printable)" } ?? ""
        text += schedule["recurrence"]?["cron"]?.stringValue.map { ", then at '\($0.printable)'" } ?? ""
        text += keyID.map { " (encrypted, key ID \($0))" } ?? ""
        return text
    }

    /// A table with a heading.
    static func list(_ list: JSONValue) -> String {
        let items = list["items"]?.arrayValue ?? []
        let rows =
            [["ID", "STATUS", "SEND AT", "CRON", "TITLE"]]
            + items.map { item in
                [
                    item["id"]?.numberValue?.text, item["status"]?.stringValue, item["send_at"]?.stringValue,
                    item["recurrence"]?["cron"]?.stringValue, item["title"]?.stringValue,
                ].map { ($0 ?? "").printable }
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
        var lines = rows.map { row in
            row.enumerated().map { column, text in
                let isLast = column == row.count - 1
                return text
                    + String(
                        repeating: " ", count: isLast ? 0 : widths[column] - text.unicodeScalars.count)
            }.joined(separator: "  ")
        }
        if let cursor = list["next_cursor"]?.stringValue, !cursor.isEmpty {
            lines.append("there are more: --cursor \(cursor.printable), or --all")
        }
        return lines.joined(separator: "\n")
    }
}
