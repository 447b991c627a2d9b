// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxStore
import WaxSystem

extension DeviceTable {
    /// The active devices of `target` behind `cursor`, in key order, at most `limit`, which is 1 or more.
    package func page(of target: PushTarget, app: Int64, from cursor: FanOutCursor, limit: Int) throws -> DevicePage {
        precondition(limit > 0, "a page without room would look like the end")
        switch target {
        case .all:
            let devices = try active("app = ?", [.integer(app)], after: cursor.device, limit: limit)
            return DevicePage(devices: devices, next: devices.count < limit ? nil : next(after: devices, position: 0))
        case .users(let users):
            return try page(
                through: users, from: cursor, limit: limit,
                selecting: ("app = ? AND user_id = ?", { [.integer(app), .text($0)] }))
        case .devices(let ids):
            return try page(
                through: ids, from: cursor, limit: limit,
                selecting: ("app = ? AND id = ?", { [.integer(app), .blob($0.bytes)] }))
        }
    }

    /// How many active devices of each kind `target` has now.
    package func audience(of target: PushTarget, app: Int64) throws -> Audience {
        var audience = Audience()
        func add(_ row: Row) throws {
            guard let platform = Platform(stored: try row.integer(0)) else { throw RecordError.unreadable("devices") }
            audience.add(
                Int(try row.integer(2)), Audience.Kind(platform: platform, hasKey: try row.boolean(1)))
        }
        func count(_ condition: String, _ values: [SQLValue]) throws {
            try sql.query(
                """
                SELECT platform, key_id IS NOT NULL, count(*) FROM devices
                WHERE \(condition) AND active = 1 AND token IS NOT NULL GROUP BY platform, key_id IS NOT NULL
                """, values, add)
        }
        switch target {
        case .all:
            try sql.query(
                "SELECT platform, has_key, devices FROM audiences WHERE app = ? AND devices > 0", [.integer(app)], add)
        case .users(let users):
            for user in users { try count("app = ? AND user_id = ?", [.integer(app), .text(user)]) }
        case .devices(let ids):
            for id in ids { try count("app = ? AND id = ?", [.integer(app), .blob(id.bytes)]) }
        }
        return audience
    }

    private func page<Item>(
        through items: [Item], from cursor: FanOutCursor, limit: Int,
        selecting: (condition: String, values: (Item) -> [SQLValue])
    ) throws -> DevicePage {
        var devices: [Device] = []
        var after = cursor.device
        for position in items.indices.dropFirst(cursor.position) {
            let wanted = limit - devices.count
            let found = try active(selecting.condition, selecting.values(items[position]), after: after, limit: wanted)
            devices += found
            if found.count == wanted {
                return DevicePage(devices: devices, next: next(after: found, position: position))
            }
            after = 0
        }
        return DevicePage(devices: devices, next: nil)
    }

    private func active(
        _ condition: String, _ values: [SQLValue], after: Int64, limit: Int
    ) throws -> [Device] {
        try sql.all(
            "\(Self.selection) WHERE \(condition) AND seq > ? AND active = 1 AND token IS NOT NULL ORDER BY seq LIMIT ?",
            values + [.integer(after), .integer(Int64(limit))], device(from:)
        ).compactMap { $0 }
    }

    private func next(after devices: [Device], position: Int) -> FanOutCursor? {
        devices.last.map { FanOutCursor(position: position, device: $0.seq) }
    }
}
