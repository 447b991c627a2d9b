// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

extension Push {
    /// When the push became due; its time to live is counted from there.
    var dueAt: Timestamp { scheduledAt ?? createdAt }

    /// How much of the push's time is over.
    func elapsed(at now: Timestamp) -> Duration { .milliseconds(now.milliseconds - dueAt.milliseconds) }

    /// What is left of the push's own time.
    func timeToLive(at now: Timestamp) -> Duration { max(.zero, .seconds(ttlSeconds) - elapsed(at: now)) }

    /// Whether no device may get plain text now: the app required encryption when sending started, or does meanwhile.
    func requiresEncryption(_ sql: any SQLConnection, _ vault: Vault) throws -> Bool {
        if encrypted { return true }
        return try PushAppTable(sql, vault).requiresEncryption(seq: app)
    }
}
