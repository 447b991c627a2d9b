// SPDX-License-Identifier: Apache-2.0

/// How many codes are sent, for which nobody had to show anything but a push token. Times are microseconds of uptime.
///
/// A device is counted for each client, so that a thief of its push token does not use up what its owner may ask for, and for
/// all clients together. The server of a stranger is counted as well, so that the relay floods none.
struct EnrolmentLimits {
    /// What an enrolment is counted under.
    struct Keys {
        /// The device and who asks.
        let own: LimitKeyPair
        let device: LimitKeyPair
        /// The browser's push service; nil for one that no limit holds.
        let host: LimitKeyPair?
    }

    private let rules: RelayRules
    private var own: DailyTable<Int64>
    private var devices: DailyTable<Int64>
    private var hosts: DailyTable<Int64>

    init(_ limits: RelayLimits) {
        rules = RelayRules(limits)
        own = DailyTable(limit: limits.remembered)
        devices = DailyTable(limit: limits.remembered)
        hosts = DailyTable(limit: limits.remembered)
    }

    /// Whether one more code may be sent; it is counted then, and under no key otherwise. A table that is full refuses.
    mutating func take(_ keys: Keys, now: Int64) -> Bool {
        guard Self.hasRoom(&own, keys.own, rules.enrolment, now),
            Self.hasRoom(&devices, keys.device, rules.enrolmentDevice, now),
            keys.host.map({ Self.hasRoom(&hosts, $0, rules.enrolmentHost, now) }) ?? true
        else { return false }
        Self.charge(&own, keys.own, rules.enrolment, now)
        Self.charge(&devices, keys.device, rules.enrolmentDevice, now)
        if let host = keys.host { Self.charge(&hosts, host, rules.enrolmentHost, now) }
        return true
    }

    /// The keys have changed so often.
    mutating func advance(by days: Int) {
        own.advance(by: days)
        devices.advance(by: days)
        hosts.advance(by: days)
    }

    private static func hasRoom(
        _ table: inout DailyTable<Int64>, _ keys: LimitKeyPair, _ rule: RateRule, _ now: Int64
    ) -> Bool {
        table.makeRoom(now: now) { $0 <= now }
        return table.hasRoom(for: keys) && rule.wait(table.entry(keys) ?? now, now: now) == 0
    }

    private static func charge(
        _ table: inout DailyTable<Int64>, _ keys: LimitKeyPair, _ rule: RateRule, _ now: Int64
    ) {
        table.update(keys, fresh: now) { $0 = rule.after($0, now: now) }
    }
}
