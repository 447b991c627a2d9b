// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxHTTP
import WaxWebhooks

/// The options of `waxwing serve` about requests to addresses that users or the operator choose.
enum OutgoingOptions {
    private static let allowPrivate = Option(
        switch: "allow-private-targets", environment: "WAXWING_ALLOW_PRIVATE_TARGETS",
        help: "let webhooks, fallback texts and browsers' endpoints be at private addresses and over http")
    private static let fallbackURL = Option(
        optional: "fallback-url", .url(), environment: "WAXWING_FALLBACK_URL",
        help: "a gateway that takes texts for people whom no device can reach; needs WAXWING_FALLBACK_SECRET")
    private static let fallbackSecret = Option(
        environmentOnly: "WAXWING_FALLBACK_SECRET", .webhookSecret,
        help: "what requests to that gateway are signed with")

    static let all: [any CommandOption] = [allowPrivate, fallbackURL, fallbackSecret]

    static func settings(_ command: ParsedCommand) throws -> OutgoingSettings {
        var settings = OutgoingSettings()
        settings.policy = command[allowPrivate] ? .any : .publicOnly
        switch (command[fallbackURL], command[fallbackSecret]) {
        case (nil, nil): break
        case (let url?, let secret?):
            guard TargetURL(url)?.scheme == "https" || command[allowPrivate] else {
                throw CommandFailure(
                    "--fallback-url must be an https URL, or give --allow-private-targets", code: .usage)
            }
            settings.fallback = FallbackGateway(url: url, secret: secret)
        default: throw CommandFailure("--fallback-url and WAXWING_FALLBACK_SECRET go together", code: .usage)
        }
        return settings
    }
}

extension ValueType where Value == WebhookSecret {
    /// A secret for signatures.
    static var webhookSecret: ValueType {
        ValueType(name: "SECRET", rule: "must be whsec_ and the base64 of 24 to 64 random bytes") { WebhookSecret($0) }
    }
}
