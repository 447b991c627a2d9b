// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
package import WaxJSON
import WaxSystem

/// Where the result of a command goes, in the form that was asked for.
///
/// A person at a terminal gets text; a pipe, `--json` and `--jq` get the server's answer; `--quiet` gets nothing.
package struct ResultOutput: Sendable {
    private enum Form: Sendable {
        case human, json, jq, quiet
    }

    private let stream: StandardStream
    private let form: Form
    private let expression: Locked<JQBox?>

    /// A value that is not copyable has to stand in an object to be kept.
    private final class JQBox {
        var program: JQProgram

        init(_ program: consuming JQProgram) {
            self.program = program
        }
    }

    /// Throws a failure for an expression that jq does not take.
    init(_ command: ParsedCommand, to stream: StandardStream) throws(ClientError) {
        self.stream = stream
        var box: JQBox?
        if let expression = command[GlobalOptions.jq] {
            do throws(JQError) {
                box = JQBox(try JQProgram(expression))
            } catch {
                throw .failure("--jq: \(error.message.printable)")
            }
        }
        form =
            if command[GlobalOptions.quiet] {
                .quiet
            } else if box != nil {
                .jq
            } else if command[GlobalOptions.json] || !stream.isTerminal {
                .json
            } else {
                .human
            }
        expression = Locked(box)
    }

    /// Whether a person reads the result.
    package var isForPeople: Bool { form == .human }

    /// Writes an answer.
    /// - Parameters:
    ///   - isSecret: whether an error must not quote it, as jq's messages do.
    ///   - text: its form for people, without a line feed at the end; the answer itself, indented, when there is none.
    package func write(
        _ body: [UInt8], isSecret: Bool = false, human text: (() -> String)? = nil
    ) throws {
        switch form {
        case .quiet: return
        case .jq: try apply(to: body, isSecret: isSecret)
        case .human:
            guard let text else { return try writeIndented(body) }
            try stream.writeLine(text())
        case .json:
            guard stream.isTerminal else { return try writeTrimmed(body) }
            try writeIndented(body)
        }
    }

    /// Writes an answer that was made here.
    package func write(
        _ value: JSONValue, isSecret: Bool = false, human text: (() -> String)? = nil
    ) throws {
        try write(value.compact, isSecret: isSecret, human: text)
    }

    /// Writes a line that only people get, of a command that has no answer.
    package func note(_ text: String) throws {
        if form == .human { try stream.writeLine(text) }
    }

    /// Writes what may be no JSON: as it came, but nothing that could steer a terminal.
    private func writeTrimmed(_ body: [UInt8]) throws {
        var text = body.drop(while: \.isASCIIBlank)
        while text.last?.isASCIIBlank == true { text.removeLast() }
        guard !text.isEmpty else { return }
        guard stream.isTerminal else { return try stream.write(text + [UInt8(ascii: "\n")]) }
        try stream.writeLine(String(decoding: text, as: UTF8.self).printableLines)
    }

    private func writeIndented(_ body: [UInt8]) throws {
        guard let value = try? JSONReader.parse(body) else { return try writeTrimmed(body) }
        guard stream.isTerminal else { return try stream.write(value.pretty + [UInt8(ascii: "\n")]) }
        try stream.writeLine(String(decoding: value.pretty, as: UTF8.self).printableJSON)
    }

    private func apply(to body: [UInt8], isSecret: Bool) throws {
        try expression.withLock { box in
            try box?.program.run(body) { line in
                guard stream.isTerminal else { return try stream.write(line + [UInt8(ascii: "\n")]) }
                // A text has no quotes here, but the escapes show what it holds all the same.
                try stream.writeLine(String(decoding: line, as: UTF8.self).printableJSON)
            } failed: { error in
                let reason = isSecret ? "it does not fit the answer" : error.message.printable
                return ClientError.failure("--jq: \(reason)") as any Error
            }
        }
    }
}
