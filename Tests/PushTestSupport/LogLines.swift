// SPDX-License-Identifier: Apache-2.0
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

    /// Waits until `text` was logged `count` times, and leaves the test's thread to others meanwhile.
    package func wait(for text: String, count: Int) async {
        let lines = lines
        await withCheckedContinuation { continuation in
            BackgroundThread.start {
                continuation.resume(
                    returning: lines.wait { lines -> Void? in
                        lines.count { $0.contains(text) } >= count ? () : nil
                    })
            }
        }
    }

    package func count(_ text: String) -> Int { all.count { $0.contains(text) } }
}
