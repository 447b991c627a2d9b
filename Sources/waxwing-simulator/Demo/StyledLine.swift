// SPDX-License-Identifier: Apache-2.0

/// A line of text that is written in one style.
package struct StyledLine: Hashable {
    /// The styles, with what ANSI terminals take for them (ECMA-48, SGR).
    package enum Style: String {
        case plain = ""
        case heading = "1"
        case faint = "2"
        case good = "32"
        case bad = "31"
    }

    package let text: String
    package let style: Style

    package init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }

    /// The line in pieces of at most `width` characters; those after the first are indented a little more than it.
    package func wrapped(to width: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        let indent = min(text.prefix { $0 == " " }.count + 2, width / 2)
        var rest = text[...]
        repeat {
            let room = lines.isEmpty ? width : width - indent
            let piece = rest.prefix(room)
            lines.append(StyledLine((lines.isEmpty ? "" : String(repeating: " ", count: indent)) + piece, style))
            rest = rest.dropFirst(room)
        } while !rest.isEmpty
        return lines
    }

    /// The line for a terminal, or for a file that knows no styles, filled up to `width` characters.
    package func rendered(withStyle: Bool, filledTo width: Int = 0) -> String {
        let fill = String(repeating: " ", count: max(0, width - text.count))
        return withStyle && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m\(fill)" : text + fill
    }
}
