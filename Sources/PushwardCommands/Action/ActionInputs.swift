// SPDX-License-Identifier: Apache-2.0
import PushwardClient

/// The inputs of one step, as GitHub hands them over.
struct ActionInputs: Sendable {
    private let environment: @Sendable (String) -> String?

    /// - Parameter environment: the value of a variable; inputs are in those named `INPUT_…`.
    init(environment: @escaping @Sendable (String) -> String?) {
        self.environment = environment
    }

    /// An input without white space around it; nil when nothing is left. An input that is not given is empty, too.
    func text(_ name: String) -> String? {
        environment("INPUT_" + name.uppercased()).flatMap(\.trimmed)
    }

    /// The lines of an input that hold something, each without white space around it.
    func lines(_ name: String) -> [String] {
        (text(name) ?? "").split(whereSeparator: \.isNewline).compactMap { String($0).trimmed }
    }

    /// An input that is true or false, as YAML writes them. Throws `usage` for anything else.
    func boolean(_ name: String, default standard: Bool) throws(ClientError) -> Bool {
        switch text(name) {
        case nil: return standard
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: throw .usage("the input \(name) must be true or false")
        }
    }

    /// The options of the inputs that are given: name and value, in the order of `ActionInput`.
    func options() throws(ClientError) -> [(input: ActionInput, value: String)] {
        var options: [(ActionInput, String)] = []
        for input in ActionInput.allCases {
            switch input.form {
            case .text: options += [text(input.rawValue)].compactMap(\.self).map { (input, $0) }
            case .lines: options += lines(input.rawValue).map { (input, $0) }
            case .boolean: if try boolean(input.rawValue, default: false) { options.append((input, "true")) }
            }
        }
        return options
    }
}
