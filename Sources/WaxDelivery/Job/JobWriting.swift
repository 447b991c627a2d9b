// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// What the changes of all pushes are written with.
struct JobWriting: Sendable {
    let vault: Vault
    let events: any EventSink
    /// Says, after a commit, that a fallback text is to be sent.
    let onFallback: @Sendable () -> Void

    /// Ends a push: purges its content, decides about its fallback text, and tells whom it concerns.
    func finish(
        _ claim: PushClaim, as state: PushState, errorCode: String?, _ sql: Transaction, now: Timestamp
    ) throws {
        let pushes = PushTable(sql, vault)
        try pushes.finish(claim, as: state, errorCode: errorCode, now: now)
        sql.truncateLogAfterCommit()
        guard let push = try pushes.find(seq: claim.push) else { throw RecordError.vanished("pushes") }
        if push.fallback != nil, try settleFallback(of: push, sql, now: now) { sql.afterCommit(onFallback) }
        let change: RecordEvent.PushChange = state == .sent ? .sent : .failed
        try events.record([.push(change, push: push.seq)], owner: push.owner, now: now, in: sql)
    }

    private func settleFallback(of push: Push, _ sql: Transaction, now: Timestamp) throws -> Bool {
        // A text that comes when the push itself would have been too late is of no use.
        var isExpired = push.errorCode == DeliveryError.expired.rawValue
        if isExpired { isExpired = try !DeliveryTable(sql, vault).hasOther(than: .expired, push: push.seq) }
        return try FallbackTable(sql, vault).settle(
            push, wasReached: push.state == .sent, isExpired: isExpired, now: now)
    }
}

extension RecordEvent.DeliveryEnd {
    init(_ n: Int64, _ state: DeliveryState) {
        self.init(n: n, isSent: state == .sent)
    }
}
