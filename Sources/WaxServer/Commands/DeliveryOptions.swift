// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxDelivery

/// The options of `waxwing serve` about how pushes are sent.
enum DeliveryOptions {
    private static let lease = Option(
        "lease-seconds", .integer(5...600), default: "60", environment: "WAXWING_LEASE_SECONDS",
        help: "how long a push stays with a server that has stopped renewing its claim")

    static let all: [any CommandOption] = [lease]

    static func configuration(_ command: ParsedCommand) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.lease = .seconds(command[lease])
        return configuration
    }
}
