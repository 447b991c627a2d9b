// SPDX-License-Identifier: Apache-2.0
package import WaxJSON

/// One rule that one field breaks.
package struct FieldProblem: Hashable, Sendable {
    /// The field's path, such as `apns.key_id` or `user_ids[3]`.
    package let field: String
    package let rule: FieldRule

    package init(_ field: String, _ rule: FieldRule) {
        self.field = field
        self.rule = rule
    }

    package func json(in language: Language) -> JSONObject {
        [
            "field": .string(field), "code": .string(rule.code),
            "message": .string("\(field) \(rule.message.text(in: language))"),
        ]
    }
}
