// SPDX-License-Identifier: Apache-2.0

/// One row of a command's table: a value that has its place instead of a name.
package struct ArgumentSpec: Sendable {
    /// Whether and how often it must be given.
    package enum Presence: Hashable, Sendable {
        case required, optional, repeated
    }

    /// Upper case, unique within the command.
    package let name: String
    /// How the text of the value looks.
    package let syntax: ValueSyntax
    /// Whether and how often it must be given.
    package let presence: Presence
    /// Lower case, without a full stop.
    package let help: String

    /// Its place in the usage line.
    var usage: String {
        switch presence {
        case .required: name
        case .optional: "[\(name)]"
        case .repeated: "[\(name)...]"
        }
    }
}
