// SPDX-License-Identifier: Apache-2.0

/// How the text of a value looks: what help, errors, man pages and completions say about it.
package struct ValueSyntax: Sendable {
    /// What a shell can offer.
    package enum Completion: Hashable, Sendable {
        case none, file, directory
        case choices([String])
    }

    /// The place of the value in help, such as `DIR`.
    package let name: String
    /// The rule, as it goes on after the name of an option: `must be a whole number`.
    package let rule: String
    /// What a shell can offer in its place.
    package let completion: Completion
    /// Whether a text follows the rule.
    package let accepts: @Sendable (String) -> Bool

    func named(_ name: String?) -> ValueSyntax {
        ValueSyntax(name: name ?? self.name, rule: rule, completion: completion, accepts: accepts)
    }
}
