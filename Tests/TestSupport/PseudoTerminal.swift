// SPDX-License-Identifier: Apache-2.0
import CLinux
import Foundation

/// A terminal that exists for a program alone. It shows what is written as it is, without a carriage return before each
/// line feed.
struct PseudoTerminal {
    /// What the program writes is read here, and what is typed is written here.
    let screen: Int32
    /// The end for the program.
    let program: Int32

    init() throws {
        var program: Int32 = -1
        screen = waxlinux_open_terminal(&program)
        guard screen >= 0 else { throw TestFailure("no terminal is left") }
        self.program = program
        var settings = termios()
        tcgetattr(program, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(program, TCSANOW, &settings)
    }
}
