// SPDX-License-Identifier: Apache-2.0

/// What is wrong with one field of a request, as the API lists it; it never quotes the value.
package struct FieldProblem: Hashable, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        case required
        case invalidType = "invalid_type"
        case invalidValue = "invalid_value"
        case unknownField = "unknown_field"
    }

    /// The path of the field, such as `apns.team_id`.
    package let field: String
    package let code: Code
    package let message: String

    package init(field: String, code: Code, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}
