// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

/// When the next row of a table is due, without reading those that are not.
@Suite struct NextDueTests {
    private static let table: StaticString = "waiting"
    private let store: TestStore

    init() throws {
        store = try TestStore()
        try store.write { sql, _ in
            try sql.execute("CREATE TABLE waiting (due_at INTEGER, lease_until INTEGER NOT NULL)")
            try sql.execute("CREATE INDEX waiting_due ON waiting (due_at) WHERE due_at IS NOT NULL")
        }
    }

    /// Rows as (due, lease), in seconds from now.
    private func nextDue(_ rows: [(due: Int?, lease: Int)]) throws -> Int? {
        let now = store.now
        return try store.write { sql, _ in
            try sql.execute("DELETE FROM waiting")
            for row in rows {
                try sql.execute(
                    "INSERT INTO waiting VALUES (?, ?)",
                    [SQLValue(row.due.map { now + .seconds($0) }), SQLValue(now + .seconds(row.lease))])
            }
            return try sql.nextDue(in: Self.table, now: now).map { Int($0.milliseconds - now.milliseconds) / 1000 }
        }
    }

    @Test func itIsTheFirstThatNobodyHolds() throws {
        #expect(try nextDue([]) == nil)
        #expect(try nextDue([(nil, 0)]) == nil)
        #expect(try nextDue([(-5, 0)]) == 0)
        #expect(try nextDue([(0, 0)]) == 0)
        #expect(try nextDue([(7, 0), (9, 0), (nil, 0)]) == 7)
        #expect(try nextDue([(-5, 30), (-4, 20), (60, 0)]) == 20)
        #expect(try nextDue([(-5, 30), (10, 0)]) == 10)
        #expect(try nextDue([(-5, 30), (-4, 0), (10, 0)]) == 0)
    }

    @Test(arguments: [
        ("pushes", "due_at"), ("webhooks", "due_at"), ("fallbacks", "due_at"), ("receipts", "callback_due_at"),
    ])
    func anIndexAnswers(table: String, due: String) throws {
        let questions = [
            "SELECT \(due) FROM \(table) WHERE \(due) <= 1 AND lease_until <= 1 LIMIT 1",
            "SELECT min(lease_until) FROM \(table) WHERE \(due) <= 1",
            "SELECT \(due) FROM \(table) WHERE \(due) > 1 ORDER BY \(due) LIMIT 1",
        ]
        for question in questions {
            let plan = try store.read { sql, _ in
                try sql.all("EXPLAIN QUERY PLAN \(question)", []) { try $0.text(3) }
            }
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH \(table) USING ") && plan[0].contains("(\(due)"))
        }
    }
}
