// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Puts a terminal back as it was when a signal ends the program. There is one at a time.
struct TerminalGuard: ~Copyable {
    private static let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

    // Written only while no handler is set that reads them.
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    // By a pointer: the compiler gives a global of this type 57 bytes, and writes its 60.
    nonisolated(unsafe) private static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// The signals that are taken, and what was to become of them.
    private let before: [(number: Int32, handler: __sighandler_t?)]

    /// Takes the signals for as long as the value lives, apart from those that the program ignores.
    /// - Parameter settings: how the terminal is to be left.
    init(_ descriptor: Int32, settings: termios) {
        Self.descriptor = descriptor
        Self.settings.initialize(to: settings)
        before = Self.signals.compactMap { number in
            let handler = signal(number, Self.restore)
            guard unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else {
                signal(number, SIG_IGN)
                return nil
            }
            return (number, handler)
        }
    }

    deinit {
        for (number, handler) in before { signal(number, handler) }
    }

    /// Does no more than POSIX allows in a handler. The signal is held back until it returns, and then ends the program.
    private static let restore: @convention(c) (Int32) -> Void = { number in
        tcsetattr(descriptor, TCSANOW, settings)
        signal(number, SIG_DFL)
        raise(number)
    }
}
