// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// Forgets, once a minute, what was kept for a time only.
final class Housekeeper: Sendable {
    private let isStopped = Locked(false)

    init(database: Database, vault: Vault, time: any TimeSource, log: Log) {
        let isStopped = isStopped
        BackgroundThread.start {
            while isStopped.wait(atMost: .seconds(60), for: { $0 ? true : nil }) == nil {
                do {
                    try Self.clean(database, vault, now: time.now())
                } catch {
                    log(.warning, "removing what is too old failed: \(error)")
                }
            }
        }
    }

    func stop() {
        isStopped.withLock { $0 = true }
        isStopped.notify()
    }

    private static func clean(_ database: Database, _ vault: Vault, now: Timestamp) throws {
        try database.writeAndWait { sql in
            _ = try IdempotencyTable(sql, vault).removeExpired(now: now)
            if try TestRequestTable(sql, vault).removeExpired(now: now) > 0 { sql.truncateLogAfterCommit() }
        }
    }
}
