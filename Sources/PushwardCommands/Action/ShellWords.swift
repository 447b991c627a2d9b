// SPDX-License-Identifier: Apache-2.0
import PushwardClient

/// Cuts a line into words as a POSIX shell quotes them; nothing is expanded.
enum ShellWords {
    private enum Quote {
        case none, single, double
    }

    /// Throws `usage` for a quote that is not closed, and for a backslash with nothing after it.
    static func split(_ line: String) throws(ClientError) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote = Quote.none
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (quote, scalar) {
            case (.none, " "), (.none, "\t"), (.none, "\n"), (.none, "\r"):
                if let word { words.append(String(word)) }
                word = nil
            case (.none, "'"), (.none, "\""):
                quote = scalar == "'" ? .single : .double
                word = word ?? .init()
            case (.single, "'"), (.double, "\""): quote = .none
            case (.none, "\\"):
                guard let next = rest.popFirst() else { throw .usage("the input command ends with a backslash") }
                // A line that goes on.
                if next != "\n" { word = (word ?? .init()) + [next] }
            case (.double, "\\"):
                guard let next = rest.popFirst() else {
                    throw .usage("the input command has a quote that is not closed")
                }
                if next == "\n" { continue }
                let isEscape = "$`\"\\".unicodeScalars.contains(next)
                word = (word ?? .init()) + (isEscape ? [next] : [scalar, next])
            default: word = (word ?? .init()) + [scalar]
            }
        }
        guard quote == .none else { throw .usage("the input command has a quote that is not closed") }
        if let word { words.append(String(word)) }
        return words
    }
}
