// SPDX-License-Identifier: Apache-2.0

/// What a field must be; the message goes on from the field's name.
package enum FieldRule: Hashable, Sendable {
    case required
    case unknown
    case notNull
    case type(JSONType)
    case length(ClosedRange<Int>)
    case byteLength(ClosedRange<Int>)
    case range(ClosedRange<Int64>)
    case oneOf([String])
    case count(ClosedRange<Int>)
    case duplicate
    case exactlyOne([String])
    case notAllowed(LocalizedText)
    /// A form that has its own description.
    case format(LocalizedText)

    /// The types of JSON, by their names in both languages.
    package enum JSONType: String, Sendable {
        case string, integer, number, boolean, object, array

        var name: LocalizedText {
            switch self {
            case .string: LocalizedText("a string", "une chaîne")
            case .integer: LocalizedText("an integer", "un entier")
            case .number: LocalizedText("a number", "un nombre")
            case .boolean: LocalizedText("true or false", "true ou false")
            case .object: LocalizedText("an object", "un objet")
            case .array: LocalizedText("an array", "un tableau")
            }
        }
    }

    /// The code in `details.errors` of an answer.
    package var code: String {
        switch self {
        case .required: "required"
        case .unknown: "unknown_field"
        case .notNull: "not_null"
        case .type: "type"
        case .length, .byteLength: "length"
        case .range: "range"
        case .oneOf: "one_of"
        case .count: "count"
        case .duplicate: "duplicate"
        case .exactlyOne: "exactly_one"
        case .notAllowed: "not_allowed"
        case .format: "format"
        }
    }

    /// What the member must be, to follow its name.
    package var message: LocalizedText {
        switch self {
        case .required: LocalizedText("is required", "est obligatoire")
        case .unknown: LocalizedText("is not a known field", "n'est pas un champ connu")
        case .notNull: LocalizedText("cannot be null", "ne peut pas être null")
        case .type(let type):
            LocalizedText("must be \(type.name.english)", "doit être \(type.name.french)")
        case .length(let range):
            LocalizedText(
                "must be \(Self.span(range, "to")) characters", "doit compter \(Self.span(range, "à")) caractères")
        case .byteLength(let range):
            LocalizedText(
                "must be \(Self.span(range, "to")) bytes of UTF-8",
                "doit compter \(Self.span(range, "à")) octets en UTF-8")
        case .range(let range):
            LocalizedText(
                "must be from \(range.lowerBound) to \(range.upperBound)",
                "doit aller de \(range.lowerBound) à \(range.upperBound)")
        case .oneOf(let values):
            LocalizedText(
                "must be one of: \(values.joined(separator: ", "))",
                "doit être l'une de ces valeurs\u{A0}: \(values.joined(separator: ", "))")
        case .count(let range):
            LocalizedText(
                "must have \(Self.span(range, "to")) elements", "doit compter \(Self.span(range, "à")) éléments")
        case .duplicate: LocalizedText("is there twice", "figure deux fois")
        case .exactlyOne(let names):
            LocalizedText(
                "must be given by exactly one of: \(names.joined(separator: ", "))",
                "doit être donné par un seul de ces champs\u{A0}: \(names.joined(separator: ", "))")
        case .notAllowed(let text), .format(let text): text
        }
    }

    private static func span(_ range: ClosedRange<Int>, _ word: String) -> String {
        range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) \(word) \(range.upperBound)"
    }
}
