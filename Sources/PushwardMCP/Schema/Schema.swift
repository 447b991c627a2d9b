// SPDX-License-Identifier: Apache-2.0

/// What a value of a tool's arguments may be: described to models as JSON Schema, and checked by the same table.
///
/// Lengths are in Unicode code points, as in JSON Schema.
package indirect enum Schema: Sendable {
    case boolean
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case text(ClosedRange<Int> = 0...Int.max)
    /// A text that a pattern describes.
    case pattern(TextPattern)
    case choice([String])
    case array(of: Schema, atMost: Int)
    /// Texts by names of the caller's choosing.
    case texts(atMost: Int, nameLength: Int, valueLength: Int)
    /// Members with names of ours, and no others.
    case object([Property])

    /// The raw value of one of the cases.
    static func choice<Value: CaseIterable & RawRepresentable<String>>(of _: Value.Type) -> Schema {
        .choice(Value.allCases.map(\.rawValue))
    }

    /// The members of a tool's arguments.
    package struct Property: Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool
        let help: String

        /// A member that may be left out, or be null.
        package init(_ name: String, _ schema: Schema, _ help: String) {
            self.init(name, schema, isRequired: false, help: help)
        }

        /// A member that must be there.
        package init(required name: String, _ schema: Schema, _ help: String) {
            self.init(name, schema, isRequired: true, help: help)
        }

        private init(_ name: String, _ schema: Schema, isRequired: Bool, help: String) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.help = help
        }
    }
}

/// A rule for texts, in the form that JSON Schema has for it and in the one that is checked.
package struct TextPattern: Sendable {
    /// An anchored regular expression.
    let expression: String
    /// The rule in words, as it goes on after a name: `must be …`.
    let rule: String
    /// Whether a text follows the rule.
    let accepts: @Sendable (String) -> Bool

    /// The three must mean the same.
    package init(_ expression: String, rule: String, accepts: @escaping @Sendable (String) -> Bool) {
        self.expression = expression
        self.rule = rule
        self.accepts = accepts
    }
}
