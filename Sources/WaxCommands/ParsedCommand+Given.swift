// SPDX-License-Identifier: Apache-2.0

extension ParsedCommand {
    /// What stood on the command line: the options by name, with all their values.
    package var givenOptions: [(name: String, values: [String])] {
        options.filter { $0.value.source == .commandLine }
            .map { ($0.key, $0.value.texts) }
            .sorted { $0.name < $1.name }
    }

    /// Whether the command, or a group above it, takes an option of this name with its dashes.
    package func hasOption(_ name: String) -> Bool { options[name] != nil }

    /// Whether the switch of this name with its dashes was turned on on the command line.
    package func isOn(_ name: String) -> Bool { givenValues(name).first.flatMap(ValueType.boolean.convert) ?? false }

    /// The values that stood on the command line for the option of this name with its dashes.
    package func givenValues(_ name: String) -> [String] {
        guard let option = options[name], option.source == .commandLine else { return [] }
        return option.texts
    }
}
