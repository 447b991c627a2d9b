// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxRecords

/// What the commands that make keys and OAuth clients have in common.
enum CredentialOptions {
    static let mode = Option(
        required: "mode", .choice(CredentialMode.self), valueName: "MODE",
        help: "test: nothing reaches a provider; live: pushes go out")
    static let optionalMode = Option(
        optional: "mode", .choice(CredentialMode.self), valueName: "MODE",
        help: "test: nothing reaches a provider; live: pushes go out")
    static let label = Option(
        optional: "label", .string, help: "a name to know it by, at most 100 characters")

    static let account = Option(
        "account", .accountName, default: "default", help: "the account that it belongs to")

    enum CredentialMode: String, CaseIterable, Sendable {
        case test, live

        var mode: Mode { self == .live ? .live : .test }
    }

    static func label(_ command: ParsedCommand) throws -> String? {
        let label = command[label]
        guard label.map({ (1...100).contains($0.unicodeScalars.count) }) ?? true else {
            throw CommandFailure("--label must be 1 to 100 characters", code: .usage)
        }
        return label
    }
}
