// SPDX-License-Identifier: Apache-2.0

/// How much a device was sent of late, and what waits for it; times are microseconds of uptime.
struct DeviceMeter: Sendable {
    var silent: Int64 = 0
    var alert: Int64 = 0
    var alertHour: Int64 = 0
    var minute: Int64 = 0
    var hour: Int64 = 0
    /// Until when the provider's word counts that the device is gone.
    var deadUntil: Int64 = 0
    /// What is gathered for it, by its number; nil when nothing is.
    var gathering: UInt64?

    /// How long a push has to wait.
    func wait(isVisible: Bool, _ rules: RelayRules, now: Int64) -> Int64 {
        let own =
            isVisible
            ? max(rules.alert.wait(alert, now: now), rules.alertHour.wait(alertHour, now: now))
            : rules.silent.wait(silent, now: now)
        return max(own, rules.deviceMinute.wait(minute, now: now), rules.deviceHour.wait(hour, now: now))
    }

    /// A push goes out.
    mutating func charge(isVisible: Bool, _ rules: RelayRules, now: Int64) {
        if isVisible {
            alert = rules.alert.after(alert, now: now)
            alertHour = rules.alertHour.after(alertHour, now: now)
        } else {
            silent = rules.silent.after(silent, now: now)
        }
        minute = rules.deviceMinute.after(minute, now: now)
        hour = rules.deviceHour.after(hour, now: now)
    }

    /// How long a push has to wait that its provider did not take before.
    func waitAgain(_ rules: RelayRules, now: Int64) -> Int64 {
        max(rules.deviceMinute.wait(minute, now: now), rules.deviceHour.wait(hour, now: now))
    }

    /// A push goes out again.
    mutating func chargeAgain(_ rules: RelayRules, now: Int64) {
        minute = rules.deviceMinute.after(minute, now: now)
        hour = rules.deviceHour.after(hour, now: now)
    }

    /// Whether it says nothing any more.
    func isOver(now: Int64) -> Bool {
        gathering == nil && max(silent, alert, alertHour, minute, hour, deadUntil) <= now
    }
}

/// How much one contact has caused of late at a device.
struct InboxMeter: Sendable {
    var silent: Int64 = 0
    var alert: Int64 = 0
    var hour: Int64 = 0

    func wait(isVisible: Bool, _ rules: RelayRules, now: Int64) -> Int64 {
        isVisible
            ? max(rules.inboxAlert.wait(alert, now: now), rules.inboxHour.wait(hour, now: now))
            : rules.inboxSilent.wait(silent, now: now)
    }

    mutating func charge(isVisible: Bool, _ rules: RelayRules, now: Int64) {
        if isVisible {
            alert = rules.inboxAlert.after(alert, now: now)
            hour = rules.inboxHour.after(hour, now: now)
        } else {
            silent = rules.inboxSilent.after(silent, now: now)
        }
    }

    func isOver(now: Int64) -> Bool { max(silent, alert, hour) <= now }
}
