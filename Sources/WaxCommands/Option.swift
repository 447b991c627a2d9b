// SPDX-License-Identifier: Apache-2.0

/// A setting of a command, and the key to its value once the arguments are parsed.
///
///     static let data = Option("data", .directory, default: "/var/lib/waxwing", help: "where everything is kept")
///     static let tags = Option(repeated: "tag", .string, help: "a tag to look for")
///
///     let path = parsed[data]  // String
///     let tags = parsed[tags]  // [String]
package struct Option<Value: Sendable>: Sendable {
    /// Its row in the table.
    package let spec: OptionSpec
    /// The value of texts that follow the rule.
    let convert: @Sendable ([String]) -> Value?

    private init(
        _ name: String?, _ short: Character?, _ syntax: ValueSyntax, _ presence: OptionSpec.Presence,
        environment: String?, isSwitch: Bool = false, isSecret: Bool, isHidden: Bool, help: String,
        convert: @escaping @Sendable ([String]) -> Value?
    ) {
        spec = OptionSpec(
            name: name, short: short, environment: environment, syntax: syntax, presence: presence, isSwitch: isSwitch,
            isSecret: isSecret, isHidden: isHidden, help: help)
        self.convert = convert
    }

    /// An option that has a value in any case: the default, a text that follows the rule, when it is not given.
    package init(
        _ name: String, short: Character? = nil, _ type: ValueType<Value>, valueName: String? = nil,
        default defaultText: String, environment: String? = nil, isHidden: Bool = false, help: String
    ) {
        self.init(
            name, short, type.syntax.named(valueName), .withDefault(defaultText), environment: environment,
            isSecret: false, isHidden: isHidden, help: help
        ) { $0.first.flatMap(type.convert) }
    }

    /// An option without which the command does not start.
    package init(
        required name: String, short: Character? = nil, _ type: ValueType<Value>, valueName: String? = nil,
        environment: String? = nil, isSecret: Bool = false, help: String
    ) {
        self.init(
            name, short, type.syntax.named(valueName), .required, environment: environment, isSecret: isSecret,
            isHidden: false, help: help
        ) { $0.first.flatMap(type.convert) }
    }

    /// An option that may be left out.
    package init<Wrapped>(
        optional name: String, short: Character? = nil, _ type: ValueType<Wrapped>, valueName: String? = nil,
        environment: String? = nil, isSecret: Bool = false, isHidden: Bool = false, help: String
    ) where Value == Wrapped? {
        self.init(
            name, short, type.syntax.named(valueName), .optional, environment: environment, isSecret: isSecret,
            isHidden: isHidden, help: help
        ) { .some($0.first.flatMap(type.convert)) }
    }

    /// An option that may be given any number of times; a variable holds its values with commas between them.
    package init<Element>(
        repeated name: String, short: Character? = nil, _ type: ValueType<Element>, valueName: String? = nil,
        environment: String? = nil, isHidden: Bool = false, help: String
    ) where Value == [Element] {
        self.init(
            name, short, type.syntax.named(valueName), .repeated, environment: environment, isSecret: false,
            isHidden: isHidden, help: help
        ) { $0.compactMap(type.convert) }
    }

    /// An option that is on or off, and off when it is not given; `--NAME=false` overrules the environment.
    package init(
        switch name: String, short: Character? = nil, environment: String? = nil, isHidden: Bool = false, help: String
    ) where Value == Bool {
        self.init(
            name, short, ValueType.boolean.syntax, .optional, environment: environment, isSwitch: true,
            isSecret: false, isHidden: isHidden, help: help
        ) { $0.first.map { ValueType.boolean.convert($0) ?? false } ?? false }
    }

    /// A setting that has no flag, so that its value never shows in a list of processes.
    package init<Wrapped>(
        environmentOnly variable: String, _ type: ValueType<Wrapped>, isSecret: Bool = true, isHidden: Bool = false,
        help: String
    ) where Value == Wrapped? {
        self.init(
            nil, nil, type.syntax, .optional, environment: variable, isSecret: isSecret, isHidden: isHidden, help: help
        ) { .some($0.first.flatMap(type.convert)) }
    }
}

/// An option of any value, as a command's table takes it.
package protocol CommandOption: Sendable {
    /// Its row in the table.
    var spec: OptionSpec { get }
}

extension Option: CommandOption {}
