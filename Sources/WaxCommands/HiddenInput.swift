// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Standard input while a terminal does not show what is typed; the terminal is as before once the value is gone.
///
/// Keys come one by one and raise no signal, so that whatever is typed ends here. A signal from elsewhere that ends the
/// program leaves the terminal as before, too.
package struct HiddenInput: ~Copyable {
    private let input: StandardInput
    /// How the terminal was; nil when there is none.
    private let before: termios?
    private let signals: TerminalGuard?

    /// Stops showing what is typed from now on, so that this comes before a prompt.
    package init(_ input: StandardInput) {
        self.input = input
        var before = termios()
        guard input.isTerminal, let descriptor = input.descriptor, tcgetattr(descriptor, &before) == 0 else {
            self.before = nil
            signals = nil
            return
        }
        signals = TerminalGuard(descriptor, settings: before)
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(descriptor, TCSADRAIN, &hidden)
        self.before = before
    }

    deinit {
        guard var before, let descriptor = input.descriptor else { return }
        tcsetattr(descriptor, TCSADRAIN, &before)
    }

    /// A line without its end; nil at the end of the input. Throws `interrupted` for the interrupt key.
    package func readLine() throws(CommandFailure) -> [UInt8]? {
        guard before != nil else { return try input.readLine() }
        var bytes: [UInt8] = []
        while true {
            switch try input.readByte() {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return bytes
            // Control-C and control-backslash.
            case 0x03, 0x1C: throw Self.interrupted
            // Control-D, and the end of a terminal that was closed.
            case 0x04, nil: return bytes.isEmpty ? nil : bytes
            // Backspace, in both of its codes.
            case 0x08, 0x7F: _ = bytes.popLast()
            // Control-U.
            case 0x15: bytes = []
            case let byte?: bytes.append(byte)
            }
        }
    }

    /// As a shell says that a signal ended a command.
    package static let interrupted = CommandFailure("interrupted", code: ExitCode(rawValue: 130))
}
