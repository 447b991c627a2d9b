// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// Arguments, or settings from the environment, that do not fit the table of a command.
package struct UsageError: Error, Hashable, Sendable {
    /// Names the option, argument or variable and the rule; lower case, without a full stop.
    package let message: String
    /// The names of the command whose help says more, the tool's own first.
    package let path: [String]

    /// Takes what to say, and the names of the command whose help says more.
    package init(message: String, path: [String]) {
        self.message = message
        self.path = path
    }
}

extension UsageError: CustomStringConvertible {
    package var description: String { message }
}

extension String {
    /// The text in quotes for a message, after `before`: on one line, and cut when it is long. Empty for a text that may be
    /// a secret or a part of one, since a log masks only what is whole.
    func quotedForMessage(after before: String) -> String {
        guard !mayBePartOfSecret else { return "" }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(Self.longestQuote) {
            let isControl =
                scalar.properties.generalCategory == .control || "\u{2028}\u{2029}".unicodeScalars.contains(scalar)
            text.append(isControl ? "?" : scalar)
        }
        return before + (unicodeScalars.count > Self.longestQuote ? "'\(text)…'" : "'\(text)'")
    }

    private static let longestQuote = 32
}
