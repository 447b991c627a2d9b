// SPDX-License-Identifier: Apache-2.0
import WaxProviders
import WaxStore
import WaxSystem

extension DeviceTable {
    /// The active devices of `target` behind `cursor`, in key order, at most `limit`.
    package func page(of target: PushTarget, app: Int64, from cursor: FanOutCursor, limit: Int) throws -> DevicePage {
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
        if target == .all {
            try sql.query("SELECT platform, has_key, devices FROM audiences WHERE app = ?", [.integer(app)]) { row in
                guard let platform = Platform(stored: try row.integer(0)) else { return }
                let kind = Audience.Kind(platform: platform, hasKey: try row.boolean(1))
                audience.add(Int(try row.integer(2)), kind)
            }
            return audience
        }
        var cursor: FanOutCursor? = .start
        while let from = cursor {
            let page = try page(of: target, app: app, from: from, limit: 1000)
            for device in page.devices {
                audience.add(1, Audience.Kind(platform: device.platform, hasKey: device.hasKey))
            }
            cursor = page.next
        }
        return audience
    }

    /// At most `limit` devices that match every filter, newest first, beginning behind number `before`.
    package func list(owner: Owner, filter: DeviceFilter, before: Int64?, limit: Int) throws -> [Device] {
        var conditions = [
            "token IS NOT NULL", "seq < ?", "app IN (SELECT seq FROM push_apps WHERE account = ? AND mode = ?)",
        ]
        var values: [SQLValue] = [.integer(before ?? .max), .integer(owner.account), .integer(owner.mode.rawValue)]
        func require(_ condition: String, _ value: SQLValue?) {
            conditions.append(condition)
            if let value { values.append(value) }
        }
        if let app = filter.app { require("app = ?", .integer(app)) }
        if let user = filter.userID { require("user_id = ?", .text(user)) }
        if let platform = filter.platform { require("platform = ?", .integer(platform.stored)) }
        if let active = filter.active { require("active = ?", .integer(active ? 1 : 0)) }
        if let encrypted = filter.encrypted { require("key_id IS \(encrypted ? "NOT " : "")NULL", nil) }
        return try sql.all(
            "\(Self.selection) WHERE \(conditions.joined(separator: " AND ")) ORDER BY seq DESC LIMIT ?",
            values + [.integer(Int64(limit))], device(from:)
        ).compactMap { $0 }
    }

    private func page<Item>(
        through items: [Item], from cursor: FanOutCursor, limit: Int,
        selecting: (condition: String, values: (Item) -> [SQLValue])
    ) throws -> DevicePage {
        var devices: [Device] = []
        var after = cursor.device
        for position in cursor.position..<items.count {
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
