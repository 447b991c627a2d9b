// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// How long notifications are kept, and what is counted of them.
package enum PersonalRetention {
    /// Forgets what is too old, in a write of the caller's.
    package static func clean(_ sql: Transaction, _ vault: Vault, now: Timestamp) throws {
        let schedules = ScheduleTable(sql, vault)
        try schedules.dropAllOrphans(now: now)
        let removed =
            try NotificationTable(sql, vault).remove(createdUpTo: now - NotificationTable.keptFor)
            + schedules.removeEnded(now: now)
            + ReceiptTable(sql, vault).remove(endedUpTo: now - Receipt.keptFor)
        if removed > 0 { sql.truncateLogAfterCommit() }
        let periods = UTCPeriods(now)
        try UsageTable(sql).remove(before: periods.day, month: periods.month)
    }
}
