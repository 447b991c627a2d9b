// SPDX-License-Identifier: Apache-2.0
import WaxStore
import WaxSystem

/// What pushes cost: each is charged when it is accepted, for the devices that it would reach, and settled when it is final.
struct LedgerTable {
    enum Kind: Int64 {
        /// At acceptance.
        case charge = 1
        /// For devices that came after it.
        case extraCharge = 2
        /// For deliveries that certainly reached no device.
        case refund = 3
    }

    private let sql: any SQLConnection

    init(_ sql: any SQLConnection) {
        self.sql = sql
    }

    /// Writes one entry; the same kind twice for one push changes nothing.
    func record(_ kind: Kind, push: Int64, deliveries: Int64, priceCents: Int64, now: Timestamp) throws {
        guard deliveries > 0 else { return }
        try sql.execute(
            """
            INSERT INTO ledger (push, kind, deliveries, cents, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (push, kind) DO NOTHING
            """,
            [
                .integer(push), .integer(kind.rawValue), .integer(deliveries), .integer(deliveries * priceCents),
                SQLValue(now),
            ])
    }
}
