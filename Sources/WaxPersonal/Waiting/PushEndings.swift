// SPDX-License-Identifier: Apache-2.0
package import WaxRecords
package import WaxStore
package import WaxSystem

/// Calls those who wait for the end of a push, and hands every event on.
package struct PushEndings: EventSink {
    private let next: any EventSink
    private let room: WaitingRoom<Awaited>

    package init(_ next: any EventSink, calling room: WaitingRoom<Awaited>) {
        self.next = next
        self.room = room
    }

    package func record(_ events: [RecordEvent], owner: Owner, now: Timestamp, in sql: Transaction) throws {
        try next.record(events, owner: owner, now: now, in: sql)
        for case .push(let change, let push) in events where change == .sent || change == .failed {
            sql.afterCommit { [room] in room.call(.push(push)) }
        }
    }
}
