// SPDX-License-Identifier: Apache-2.0

/// A command with its values, all of which follow their rules.
package struct ParsedCommand: Sendable {
    /// Where the value of an option came from.
    package enum Source: Hashable, Sendable {
        case commandLine, environment, standard, absent
    }

    /// The names of the subcommands in order, without the tool's own and without aliases.
    package let path: [String]
    var options: [String: (texts: [String], source: Source)] = [:]
    var arguments: [String: [String]] = [:]

    /// The value of an option of this command or of a group above it.
    package subscript<Value>(option: Option<Value>) -> Value {
        guard let found = options[option.spec.displayName], let value = option.convert(found.texts) else {
            preconditionFailure("\(option.spec.displayName) is no option of \(path)")
        }
        return value
    }

    /// The value of an argument of this command.
    package subscript<Value>(argument: Argument<Value>) -> Value {
        guard let texts = arguments[argument.spec.name], let value = argument.convert(texts) else {
            preconditionFailure("\(argument.spec.name) is no argument of \(path)")
        }
        return value
    }

    /// Where the value of an option came from; `standard` is its default, `absent` means that it has none.
    package func source<Value>(of option: Option<Value>) -> Source {
        options[option.spec.displayName]?.source ?? .absent
    }
}
