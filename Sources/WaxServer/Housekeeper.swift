// SPDX-License-Identifier: Apache-2.0
import WaxPersonal
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

/// Once a minute and at the end: forgets what was kept for a time only, and writes down when API keys were used.
final class Housekeeper: Sendable {
    private enum State {
        case running, stopping, stopped
    }

    private let state = Locked(State.running)

    init(database: Database, vault: Vault, usage: KeyUsage, time: any TimeSource, log: Log) {
        let state = state
        BackgroundThread.start {
            var isLast = false
            while !isLast {
                isLast = state.wait(atMost: .seconds(60)) { $0 == .running ? nil : true } ?? false
                do {
                    try Self.clean(database, vault, usage, now: time.now())
                } catch {
                    log(.warning, "removing what is too old failed: \(LoggableError(error))")
                }
            }
            state.withLock { $0 = .stopped }
            state.notify()
        }
    }

    /// Returns once the last round is over.
    func stop() {
        state.withLock { if $0 == .running { $0 = .stopping } }
        state.notify()
        state.wait { $0 == .stopped ? () : nil }
    }

    private static func clean(_ database: Database, _ vault: Vault, _ usage: KeyUsage, now: Timestamp) throws {
        let uses = usage.take()
        try database.writeAndWait { sql in
            try APIKeyTable(sql, vault).noteUse(uses)
            try OAuthTokenTable(sql, vault).removeExpired(now: now)
            _ = try IdempotencyTable(sql, vault).removeExpired(now: now)
            try PersonalRetention.clean(sql, vault, now: now)
            try WebhookRetention.clean(sql, vault, now: now)
            if try TestRequestTable(sql, vault).removeExpired(now: now) > 0 { sql.truncateLogAfterCommit() }
        }
    }
}
