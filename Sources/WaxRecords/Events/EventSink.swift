// SPDX-License-Identifier: Apache-2.0
package import WaxStore
package import WaxSystem

/// Is told what happens to records, in the transaction that makes it happen: both are kept, or neither.
package protocol EventSink: Sendable {
    /// Takes down what happened to records of `owner`; they stand in `sql` as they are afterwards.
    func record(_ events: [RecordEvent], owner: Owner, now: Timestamp, in sql: Transaction) throws
}

/// Tells nobody.
package struct NoEvents: EventSink {
    package init() {}

    package func record(_ events: [RecordEvent], owner: Owner, now: Timestamp, in sql: Transaction) {}
}
