// SPDX-License-Identifier: Apache-2.0

/// One row of a command's table: a setting from a flag, from the environment, or from either.
package struct OptionSpec: Sendable {
    /// Whether and how often it must be given.
    package enum Presence: Hashable, Sendable {
        case required, optional, repeated
        /// The text of the value when it is not given.
        case withDefault(String)
    }

    /// The name of the flag without its dashes; nil when only the environment sets it.
    package let name: String?
    /// The letter of the flag with one dash.
    package let short: Character?
    /// The variable that counts when the flag is not given; an empty one counts as not set.
    package let environment: String?
    /// How the text of the value looks.
    package let syntax: ValueSyntax
    /// Whether and how often it must be given.
    package let presence: Presence
    /// Whether the flag stands alone for `true`.
    package let isSwitch: Bool
    /// Whether no message may repeat the value.
    package let isSecret: Bool
    /// Whether help leaves it out.
    package let isHidden: Bool
    /// Lower case, without a full stop.
    package let help: String

    /// The name for messages about the flag, or about the variable where there is no flag.
    package var displayName: String { name.map { "--" + $0 } ?? environment ?? "" }

    /// What there is to say about the value beside `help`, each in a few words.
    var notes: [String] {
        var notes: [String] = []
        if case .choices(let names) = syntax.completion, !isSwitch { notes.append(names.joinedWithOr) }
        switch presence {
        case .required: notes.append("required")
        case .repeated: notes.append("may be repeated")
        case .withDefault(let text): notes.append("default \(text)")
        case .optional: break
        }
        return notes
    }
}
