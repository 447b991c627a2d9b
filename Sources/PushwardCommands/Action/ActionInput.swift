// SPDX-License-Identifier: Apache-2.0

/// An input of the GitHub Action that becomes an option of a command.
///
/// The others, `token`, `command`, `e2e-key`, `encrypt` and `fail-on-error`, say how the command is run.
enum ActionInput: String, CaseIterable, Sendable {
    case slug, title, body, subtitle, level, url, name, template, text, progress, icon, color, status, wait, actions
    case acknowledge = "ack"
    case repeatEvery = "ack-repeat"
    case expireAfter = "ack-expire"
    case acknowledgeTitle = "ack-title"
    case tags
    case callback = "callback-url"
    case fields, json
    case apiURL = "api-url"

    /// How the value of an input is written.
    enum Form: Sendable {
        case text
        /// One value a line.
        case lines
        case boolean
    }

    /// The option that it becomes, without its dashes.
    var option: String {
        switch self {
        case .actions: "action"
        case .tags: "tag"
        case .fields: "raw-field"
        case .json: "data"
        default: rawValue
        }
    }

    /// How its value is written.
    var form: Form {
        switch self {
        case .actions, .tags, .fields: .lines
        case .acknowledge: .boolean
        default: .text
        }
    }
}
