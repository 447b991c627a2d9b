// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads a line from a terminal that does not show it.
///
/// Keys come one by one and raise no signal, so that whatever is typed ends here and the terminal is as before.
enum HiddenTyping {
    /// The line without its end; nil when the interrupt key was typed or the terminal cannot be read.
    static func line(from descriptor: Int32) -> [UInt8]? {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return nil }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        guard tcsetattr(descriptor, TCSADRAIN, &hidden) == 0 else { return nil }
        defer { tcsetattr(descriptor, TCSADRAIN, &before) }
        var bytes: [UInt8] = []
        while let key = StandardInput.read(descriptor, 1) {
            switch key.first {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return bytes
            // Control-C and control-backslash.
            case 0x03, 0x1C: return nil
            // Control-D, and the end of a terminal that was closed.
            case 0x04, nil: return bytes
            // Backspace, in both of its codes.
            case 0x08, 0x7F: _ = bytes.popLast()
            // Control-U.
            case 0x15: bytes = []
            case let byte?: bytes.append(byte)
            }
        }
        return nil
    }
}
