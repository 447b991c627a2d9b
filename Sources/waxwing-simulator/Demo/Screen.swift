// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCommands
import WaxSystem

/// The terminal, or the file, that a demonstration is written to.
struct Screen: Sendable {
    private let output: StandardStream
    private let width: Int
    private let hasStyle: Bool

    /// What fits into most windows, and into a document.
    private static let standardWidth = 100
    /// Wider lines are hard to read.
    private static let widest = 160

    init(_ context: CommandContext) {
        output = context.output
        hasStyle = context.output.isTerminal && context.environment("NO_COLOR") == nil
        width = min(Self.widest, context.output.isTerminal ? Self.terminalWidth() : Self.standardWidth)
    }

    /// Writes a page that `body` fills.
    func show(_ body: (inout Page) -> Void) throws {
        var page = Page(width: width, hasStyle: hasStyle)
        body(&page)
        try output.write(page.text)
    }

    /// Writes a text as it is.
    func write(_ text: String) throws { try output.write(text) }

    private static func terminalWidth() -> Int {
        TerminalSize.columns(of: STDOUT_FILENO) ?? standardWidth
    }
}
