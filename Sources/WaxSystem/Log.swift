// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Lines for the operator. No line holds a key, a token or message text.
package struct Log: Sendable {
    package enum Level: Int, Sendable, CaseIterable {
        case debug, info, warning, error
    }

    private let minimum: Level
    private let time: any TimeSource
    private let write: @Sendable (String) -> Void

    package init(
        minimum: Level = .info, time: any TimeSource = SystemTime(),
        write: @escaping @Sendable (String) -> Void = Log.toStandardError
    ) {
        self.minimum = minimum
        self.time = time
        self.write = write
    }

    /// Writes one line when `level` is not below the minimum.
    package func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
        guard level.rawValue >= minimum.rawValue else { return }
        write("\(time.now().rfc3339) \(level) \(message())\n")
    }

    /// The same log, whose messages `change` goes over before they are written.
    package func changing(_ change: @escaping @Sendable (String) -> String) -> Log {
        Log(minimum: minimum, time: time) { [write] line in write(change(line)) }
    }

    package static let silent = Log(minimum: .error, write: { _ in })

    package static let toStandardError: @Sendable (String) -> Void = { line in
        var line = line
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
