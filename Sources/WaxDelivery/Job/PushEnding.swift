// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// The end of a push: its content is purged, from the log of changes as well.
enum PushEnding {
    /// Every delivery is final: the push was sent if one device got it.
    static func finish(_ claim: PushClaim, _ sql: Transaction, _ vault: Vault, now: Timestamp) throws {
        let pushes = PushTable(sql, vault)
        guard let push = try pushes.find(seq: claim.push) else { throw RecordError.vanished("pushes") }
        if push.counts.sent > 0 {
            try pushes.finish(claim, as: .sent, errorCode: nil, now: now)
        } else {
            let code = try DeliveryTable(sql, vault).firstError(push: claim.push) ?? PushFailure.noDevices.rawValue
            try pushes.finish(claim, as: .failed, errorCode: code, now: now)
        }
        sql.truncateLogAfterCommit()
    }

    /// Nothing more can be sent: what is unfinished fails with the push.
    static func abandon(
        _ claim: PushClaim, _ failure: PushFailure, _ sql: Transaction, _ vault: Vault, now: Timestamp
    ) throws {
        let pushes = PushTable(sql, vault)
        let ended = Int64(try DeliveryTable(sql, vault).abandon(push: claim.push, code: failure.rawValue))
        try pushes.add(Push.Counts(queued: -ended, failed: ended), claim)
        // The row itself may be what is damaged.
        let sent = (try? pushes.find(seq: claim.push))?.counts.sent ?? 0
        try pushes.finish(claim, as: sent > 0 ? .sent : .failed, errorCode: failure.rawValue, now: now)
        sql.truncateLogAfterCommit()
    }
}
