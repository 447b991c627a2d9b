// SPDX-License-Identifier: Apache-2.0
import PushwardClient
import WaxCommands

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
            let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
            text += line
            let digits = text.filter { !isBlank($0) }
            if line.allSatisfy(isBlank) || digits.count >= 64 || !digits.allSatisfy(isHexadecimal) { break }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isHexadecimal(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
