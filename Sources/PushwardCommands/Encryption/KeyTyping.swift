// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands
import WaxEnvelope

/// Reads an encryption key from whoever has it.
enum KeyTyping {
    private static let longest = 64 * 1024

    /// The text of the key, whatever it is worth.
    ///
    /// A terminal may break the digits into lines, so it is read until they are complete, a line is empty, or a
    /// character is none of a key.
    static func read(_ session: Session) throws -> String {
        let input = session.context.input
        guard input.isTerminal else {
            return String(decoding: try input.readAll(limit: longest), as: UTF8.self)
        }
        let hidden = HiddenInput(input)
        try session.context.errorOutput.write("encryption key (64 hexadecimal digits, not shown): ")
        var text: [UInt8] = []
        while text.count < longest, let line = try hidden.readLine() {
            try session.context.errorOutput.write("\n")
            text += line
            let digits = text.filter { !$0.isASCIIBlank }
            let isBroken = digits.contains { Hexadecimal.value($0) == nil }
            if line.allSatisfy(\.isASCIIBlank) || digits.count >= 64 || isBroken { break }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
