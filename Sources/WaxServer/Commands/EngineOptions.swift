// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxDelivery

/// The options of `waxwing serve` about how pushes are sent.
enum EngineOptions {
    private static let lease = Option(
        "lease-seconds", .integer(5...600), default: "60", environment: "WAXWING_LEASE_SECONDS",
        help: "how long a push stays with a server that has stopped renewing its claim")

    private static let noLanes = Option(
        switch: "no-lanes", environment: "WAXWING_NO_LANES",
        help: "seal one message at a time even where eight at a time are possible")

    private static let fcmRamp = Option(
        "fcm-ramp-seconds", .integer(0...3600), default: "60", environment: "WAXWING_FCM_RAMP_SECONDS",
        help:
            "how long sending to a Firebase project takes to come to its full rate; 0 sends as fast as Google takes it")
    private static let fcmRate = Option(
        "fcm-rate-per-minute", .integer(600...60_000_000), default: "600000",
        environment: "WAXWING_FCM_RATE_PER_MINUTE",
        help: "the messages a minute that a Firebase project may be sent, its quota")

    private static let connections = Option(
        "provider-connections", .integer(1...16), default: "4", environment: "WAXWING_PROVIDER_CONNECTIONS",
        help:
            "the connections to Apple or Google for one app's key, of which all but one need a provider of few streams")

    static let all: [any CommandOption] = [lease, noLanes, fcmRamp, fcmRate, connections]

    static func configuration(_ command: ParsedCommand) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.lease = .seconds(command[lease])
        configuration.usesLanes = !command[noLanes]
        configuration.fcmRamp = .seconds(command[fcmRamp])
        configuration.fcmRatePerMinute = command[fcmRate]
        configuration.laneConnections = command[connections]
        return configuration
    }
}
