// SPDX-License-Identifier: Apache-2.0
import WaxFields

/// How a notification is repeated until somebody reacts: `acknowledge` of a request.
package struct AcknowledgeRequest: Hashable, Sendable {
    /// The button that the server adds where no other one would do.
    package static let actionID = "pw_ack"

    /// Seconds between two pushes.
    package let repeatSeconds: Int
    /// Seconds after which nobody is waited for any more.
    package let expireSeconds: Int
    /// What stands on the added button.
    package let actionTitle: String

    /// Reads the members; 0 stands for the default as absence does.
    init(_ fields: FieldReader) {
        func seconds(_ name: String, _ range: ClosedRange<Int64>, default standard: Int64) -> Int {
            let value = fields.integer(name, nullable: false, range: .min ... .max).value ?? 0
            if value != 0, !range.contains(value) { fields.report(name, .range(range)) }
            return Int(value == 0 ? standard : value)
        }
        repeatSeconds = seconds("repeat_seconds", 30...3600, default: 60)
        expireSeconds = seconds("expire_seconds", 60...10_800, default: 3600)
        let title = fields.string("action_title", nullable: false, length: 0...64).value ?? ""
        actionTitle = title.isEmpty ? "Acknowledge" : title
    }
}
