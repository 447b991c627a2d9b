// SPDX-License-Identifier: Apache-2.0
import WaxRecords
package import WaxSystem

/// When each API key was used last, until it is written down: a request costs no write.
package final class KeyUsage: Sendable {
    /// How much older than the last use the time in the database may be.
    private static let precision = Duration.seconds(60)

    private let times = Locked<[Int64: Timestamp]>([:])

    package init() {}

    func note(_ key: APIKey, now: Timestamp) {
        if let written = key.lastUsedAt, now < written + Self.precision { return }
        times.withLock { $0[key.seq] = now }
    }

    /// The last use of a key, written down or not.
    func lastUse(of key: APIKey) -> Timestamp? {
        let noted = times.withLock { $0[key.seq] }
        return [noted, key.lastUsedAt].compactMap { $0 }.max()
    }

    /// What is to be written down now. Should that fail, the next use of each key is noted again.
    package func take() -> [Int64: Timestamp] {
        times.withLock { times in
            defer { times = [:] }
            return times
        }
    }
}
