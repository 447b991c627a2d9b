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
    /// Until when its provider wants to be left alone with it.
    private(set) var blockedUntil: Int64 = 0
    /// Zero for none, which takes no byte of its own: there is a meter for each device of a day.
    private var gatheringNumber: UInt64 = 0

    /// What is gathered for it, by its number, which is never zero; nil when nothing is.
    var gathering: UInt64? {
        get { gatheringNumber == 0 ? nil : gatheringNumber }
        set { gatheringNumber = newValue ?? 0 }
    }

    /// Its provider wants to be left alone with it, for five hours at most.
    mutating func block(until time: Int64, now: Int64) {
        blockedUntil = max(blockedUntil, min(time, now + Self.longestBlock))
    }

    private static let longestBlock = Duration.seconds(5 * 3600).microseconds

    /// How long a push has to wait.
    func wait(isVisible: Bool, _ rules: RelayRules, now: Int64) -> Int64 {
        let own =
            isVisible
            ? max(rules.alert.wait(alert, now: now), rules.alertHour.wait(alertHour, now: now))
            : rules.silent.wait(silent, now: now)
        return max(own, waitAgain(rules, now: now))
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
        max(
            blockedUntil - now, rules.deviceMinute.wait(minute, now: now), rules.deviceHour.wait(hour, now: now))
    }

    /// A push goes out again.
    mutating func chargeAgain(_ rules: RelayRules, now: Int64) {
        minute = rules.deviceMinute.after(minute, now: now)
        hour = rules.deviceHour.after(hour, now: now)
    }

    /// Whether it says nothing any more.
    func isOver(now: Int64) -> Bool {
        gathering == nil && max(silent, alert, alertHour, minute, hour, deadUntil, blockedUntil) <= now
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
