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

    static let all: [any CommandOption] = [lease, noLanes]

    static func configuration(_ command: ParsedCommand) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.lease = .seconds(command[lease])
        configuration.usesLanes = !command[noLanes]
        return configuration
    }
}
