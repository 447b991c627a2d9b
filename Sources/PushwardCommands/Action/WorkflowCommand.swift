// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A line on standard output that GitHub's runner obeys instead of printing it.
enum WorkflowCommand: Hashable, Sendable {
    /// The text is replaced by asterisks in all that is logged from now on.
    case mask(String)
    /// Shown when the runner's debugging is on.
    case debug(String)
    case warning(String)
    case error(String)

    private static let title = "PushWard"

    /// The line, without its end.
    var line: String {
        switch self {
        case .mask(let text): "::add-mask::\(Self.escaped(text))"
        case .debug(let text): "::debug::\(Self.escaped(text.withoutSecrets))"
        case .warning(let text): "::warning title=\(Self.title)::\(Self.escaped(text.withoutSecrets))"
        case .error(let text): "::error title=\(Self.title)::\(Self.escaped(text.withoutSecrets))"
        }
    }

    /// On one line, so that no text can begin a command of its own.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25".unicodeScalars
            case "\r": escaped += "%0D".unicodeScalars
            case "\n": escaped += "%0A".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
