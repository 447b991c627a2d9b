// SPDX-License-Identifier: Apache-2.0

/// The limits as rules, made once: what is counted by them is counted under a lock.
struct RelayRules: Hashable, Sendable {
    let connection: RateRule
    /// A tenth at once, and never less than a call may have.
    let gateway: RateRule
    let cipher: RateRule
    /// Of all threads together.
    let opens: RateRule
    let silent: RateRule
    let alert: RateRule
    let alertHour: RateRule
    let deviceMinute: RateRule
    let deviceHour: RateRule
    let enrolment: RateRule
    let enrolmentDevice: RateRule
    let enrolmentHost: RateRule
    let revocation: RateRule
    /// What one contact may use of a device: a third.
    let inboxSilent: RateRule
    let inboxAlert: RateRule
    let inboxHour: RateRule

    init(_ limits: RelayLimits, threads: Int = 1) {
        func hourly(_ count: Int) -> RateRule { RateRule(count, per: .seconds(3600), burst: count) }
        connection = RateRule(limits.connectionPerMinute, per: .seconds(60), burst: limits.connectionBurst)
        gateway = RateRule(
            limits.gatewayPerMinute, per: .seconds(60),
            burst: max(WakeRequest.maximumTokens, limits.gatewayPerMinute / 10))
        cipher = RateRule(every: .seconds(limits.cipherSeconds), burst: limits.cipherBurst)
        let openings = limits.opensPerSecond * threads
        opens = RateRule(openings, per: .seconds(1), burst: max(1, openings / 10))
        silent = RateRule(every: .seconds(limits.silentSeconds), burst: 1)
        alert = RateRule(every: .seconds(limits.alertSeconds), burst: limits.alertBurst)
        alertHour = hourly(limits.alertPerHour)
        deviceMinute = RateRule(limits.devicePerMinute, per: .seconds(60), burst: limits.devicePerMinute)
        deviceHour = hourly(limits.devicePerHour)
        enrolment = hourly(limits.enrolmentsPerHour)
        enrolmentDevice = hourly(limits.enrolmentsPerDevicePerHour)
        enrolmentHost = hourly(limits.enrolmentsPerHostPerHour)
        revocation = hourly(limits.revocationsPerHour)
        inboxSilent = RateRule(every: .seconds(3 * limits.silentSeconds), burst: 1)
        inboxAlert = RateRule(every: .seconds(3 * limits.alertSeconds), burst: max(1, limits.alertBurst / 3))
        inboxHour = hourly(max(1, limits.alertPerHour / 3))
    }
}
