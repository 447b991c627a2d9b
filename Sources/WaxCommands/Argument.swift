// SPDX-License-Identifier: Apache-2.0

/// A value of a command that has its place instead of a name, and the key to it once the arguments are parsed.
package struct Argument<Value: Sendable>: Sendable {
    /// Its row in the table.
    package let spec: ArgumentSpec
    /// The value of texts that follow the rule.
    let convert: @Sendable ([String]) -> Value?

    /// An argument without which the command does not start; its name is upper case.
    package init(_ name: String, _ type: ValueType<Value>, help: String) {
        spec = ArgumentSpec(name: name, syntax: type.syntax, presence: .required, help: help)
        convert = { $0.first.flatMap(type.convert) }
    }

    /// An argument that may be left out.
    package init<Wrapped>(optional name: String, _ type: ValueType<Wrapped>, help: String) where Value == Wrapped? {
        spec = ArgumentSpec(name: name, syntax: type.syntax, presence: .optional, help: help)
        convert = { .some($0.first.flatMap(type.convert)) }
    }

    /// All arguments from here on, possibly none.
    package init<Element>(repeated name: String, _ type: ValueType<Element>, help: String) where Value == [Element] {
        spec = ArgumentSpec(name: name, syntax: type.syntax, presence: .repeated, help: help)
        convert = { $0.compactMap(type.convert) }
    }
}

/// An argument of any value, as a command's table takes it.
package protocol CommandArgument: Sendable {
    /// Its row in the table.
    var spec: ArgumentSpec { get }
}

extension Argument: CommandArgument {}
