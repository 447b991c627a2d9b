// SPDX-License-Identifier: Apache-2.0
import WaxJSON

/// How much a relay lets through, and how much it holds.
package struct RelayLimits: Hashable, Sendable {
    /// Tokens of one connection's address, and requests that have none.
    var connectionPerMinute = 60
    var connectionBurst = 120
    /// Tokens of one gateway's credential, and requests that have none.
    var gatewayPerMinute = 60_000
    /// Wakes of one token.
    var cipherSeconds = 20
    var cipherBurst = 6
    var cipherPerDay = 500
    /// Tokens opened in a second by each thread.
    var opensPerSecond = 2000
    /// Silent wakes of one device; what comes earlier is gathered.
    var silentSeconds = 1200
    /// Visible wakes of one device.
    var alertSeconds = 30
    var alertBurst = 5
    var alertPerHour = 60
    /// All pushes to one device.
    var devicePerMinute = 240
    var devicePerHour = 5000
    /// Enrolments of one device that one client asks for, those that all ask for, and those of one browser's push service.
    var enrolmentsPerHour = 3
    var enrolmentsPerDevicePerHour = 6
    var enrolmentsPerHostPerHour = 60
    /// Browsers' push services that are nobody's private server.
    var pushServices = PushServices.wellKnown
    /// Revocations that one device may have written down.
    let revocationsPerHour = 256
    /// Tokens that wait to be opened, and those that wait for their time.
    var queue = 20_000
    var waiting = 200_000
    /// Devices and connections whose limits are remembered for a day.
    var remembered = 1_000_000

    package init() {}

    /// The names as they stand in the configuration.
    private static let fields: [(String, any WritableKeyPath<RelayLimits, Int> & Sendable)] = [
        ("connection_per_minute", \.connectionPerMinute), ("connection_burst", \.connectionBurst),
        ("gateway_per_minute", \.gatewayPerMinute),
        ("cipher_seconds", \.cipherSeconds), ("cipher_burst", \.cipherBurst),
        ("cipher_per_day", \.cipherPerDay), ("opens_per_second", \.opensPerSecond),
        ("silent_seconds", \.silentSeconds), ("alert_seconds", \.alertSeconds), ("alert_burst", \.alertBurst),
        ("alert_per_hour", \.alertPerHour), ("device_per_minute", \.devicePerMinute),
        ("device_per_hour", \.devicePerHour), ("enrolments_per_hour", \.enrolmentsPerHour),
        ("enrolments_per_device_per_hour", \.enrolmentsPerDevicePerHour),
        ("enrolments_per_host_per_hour", \.enrolmentsPerHostPerHour), ("queue", \.queue),
        ("waiting", \.waiting), ("remembered", \.remembered),
    ]

    /// Reads the object `limits`; what it lacks is as it is by default.
    init(_ object: JSONObject) throws(RelayError) {
        self.init()
        for (name, value) in object {
            guard let field = Self.fields.first(where: { $0.0.utf8.elementsEqual(name.utf8) }) else {
                throw RelayError("the configuration has an unknown limit \(name)")
            }
            guard let number = value.int64Value, (1...1_000_000_000).contains(number) else {
                throw RelayError("the limit \(name) must be a number from 1 to 1000000000")
            }
            self[keyPath: field.1] = Int(number)
        }
        guard connectionBurst >= WakeRequest.maximumTokens else {
            throw RelayError(
                "the limit connection_burst must be at least \(WakeRequest.maximumTokens), the tokens of a call")
        }
    }
}
