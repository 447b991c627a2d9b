// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The end of a push: its content is purged, from the log of changes as well, its fallback text goes out or is
/// forgotten, and those are told whom it concerns.
enum PushEnding {
    /// Every delivery is final: the push was sent if one device got it.
    static func finish(_ claim: PushClaim, _ sql: Transaction, _ writing: JobWriting, now: Timestamp) throws {
        let pushes = PushTable(sql, writing.vault)
        guard let push = try pushes.find(seq: claim.push) else { throw RecordError.vanished("pushes") }
        if push.counts.sent > 0 {
            try pushes.finish(claim, as: .sent, errorCode: nil, now: now)
        } else {
            let code =
                try DeliveryTable(sql, writing.vault).firstError(push: claim.push) ?? PushFailure.noDevices.rawValue
            try pushes.finish(claim, as: .failed, errorCode: code, now: now)
        }
        try conclude(claim, [], sql, writing, now: now)
    }

    /// Nothing more can be sent: what is unfinished fails with the push.
    static func abandon(
        _ claim: PushClaim, _ failure: PushFailure, _ sql: Transaction, _ writing: JobWriting, now: Timestamp
    ) throws {
        let pushes = PushTable(sql, writing.vault)
        let ended = try DeliveryTable(sql, writing.vault).abandon(push: claim.push, code: failure.rawValue)
        try pushes.add(Push.Counts(queued: -Int64(ended.count), failed: Int64(ended.count)), claim)
        // The row itself may be what is damaged.
        let sent = (try? pushes.find(seq: claim.push))?.counts.sent ?? 0
        try pushes.finish(claim, as: sent > 0 ? .sent : .failed, errorCode: failure.rawValue, now: now)
        try conclude(claim, ended, sql, writing, now: now)
    }

    /// What follows the end, with the deliveries that ended together with the push.
    private static func conclude(
        _ claim: PushClaim, _ ended: [Int64], _ sql: Transaction, _ writing: JobWriting, now: Timestamp
    ) throws {
        sql.truncateLogAfterCommit()
        // Of a push whose row is damaged nobody knows whose it is.
        guard let push = try? PushTable(sql, writing.vault).find(seq: claim.push) else { return }
        if push.fallback != nil, try settleFallback(of: push, sql, writing.vault, now: now) {
            sql.afterCommit(writing.onFallback)
        }
        var events: [RecordEvent] = []
        if !ended.isEmpty {
            events.append(
                .deliveries(ended.map { RecordEvent.DeliveryEnd(n: $0, isSent: false) }, push: push.seq))
        }
        events.append(.push(push.state == .sent ? .sent : .failed, push: push.seq))
        try writing.events.record(events, owner: push.owner, now: now, in: sql)
    }

    private static func settleFallback(
        of push: Push, _ sql: Transaction, _ vault: Vault, now: Timestamp
    ) throws -> Bool {
        // A text that comes when the push itself would have been too late is of no use.
        var isExpired = push.errorCode == DeliveryError.expired.rawValue
        if isExpired { isExpired = try !DeliveryTable(sql, vault).hasOther(than: .expired, push: push.seq) }
        return try FallbackTable(sql, vault).settle(
            push, wasReached: push.state == .sent, isExpired: isExpired, now: now)
    }
}
