// SPDX-License-Identifier: Apache-2.0
import CLinux

/// How large a terminal is.
package enum TerminalSize {
    /// Its width in characters; nil when the descriptor is no terminal or does not tell.
    package static func columns(of descriptor: Int32) -> Int? {
        let columns = Int(waxlinux_terminal_columns(descriptor))
        return columns > 0 ? columns : nil
    }
}
