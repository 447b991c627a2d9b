// SPDX-License-Identifier: Apache-2.0
import TestSupport
package import WaxSystem

/// What was logged, line by line.
package final class LogLines: Sendable {
    private let lines = Locked<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }

    package func log(_ time: any TimeSource) -> Log {
        let lines = lines
        return Log(minimum: .debug, time: time) { line in
            lines.withLock { $0.append(line) }
            lines.notify()
        }
    }

    /// Waits until `text` was logged `count` times; throws when that takes longer than two minutes.
    package func wait(for text: String, count: Int) async throws {
        let lines = lines
        try await inBackground {
            let isLogged = lines.wait(atMost: .seconds(120)) { lines -> Bool? in
                lines.count { $0.contains(text) } >= count ? true : nil
            }
            guard isLogged == true else { throw TestFailure("'\(text)' was not logged \(count) times") }
        }
    }

    package func count(_ text: String) -> Int { all.count { $0.contains(text) } }
}
