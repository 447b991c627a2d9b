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
    func wait(isVisible: Bool, _ limits: RelayLimits, now: Int64) -> Int64 {
        let own =
            isVisible
            ? max(limits.alert.wait(alert, now: now), limits.alertHour.wait(alertHour, now: now))
            : limits.silent.wait(silent, now: now)
        return max(own, limits.deviceMinute.wait(minute, now: now), limits.deviceHour.wait(hour, now: now))
    }

    /// A push goes out.
    mutating func charge(isVisible: Bool, _ limits: RelayLimits, now: Int64) {
        if isVisible {
            alert = limits.alert.after(alert, now: now)
            alertHour = limits.alertHour.after(alertHour, now: now)
        } else {
            silent = limits.silent.after(silent, now: now)
        }
        minute = limits.deviceMinute.after(minute, now: now)
        hour = limits.deviceHour.after(hour, now: now)
    }

    /// How long a push has to wait that its provider did not take before.
    func waitAgain(_ limits: RelayLimits, now: Int64) -> Int64 {
        max(limits.deviceMinute.wait(minute, now: now), limits.deviceHour.wait(hour, now: now))
    }

    /// A push goes out again.
    mutating func chargeAgain(_ limits: RelayLimits, now: Int64) {
        minute = limits.deviceMinute.after(minute, now: now)
        hour = limits.deviceHour.after(hour, now: now)
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

    func wait(isVisible: Bool, _ limits: RelayLimits, now: Int64) -> Int64 {
        isVisible
            ? max(limits.inboxAlert.wait(alert, now: now), limits.inboxHour.wait(hour, now: now))
            : limits.inboxSilent.wait(silent, now: now)
    }

    mutating func charge(isVisible: Bool, _ limits: RelayLimits, now: Int64) {
        if isVisible {
            alert = limits.inboxAlert.after(alert, now: now)
            hour = limits.inboxHour.after(hour, now: now)
        } else {
            silent = limits.inboxSilent.after(silent, now: now)
        }
    }

    func isOver(now: Int64) -> Bool { max(silent, alert, hour) <= now }
}
