// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxProviders

/// The options about where providers are reached.
enum ProviderOptions {
    private static let apns = setting("apns-url", "WAXWING_APNS_URL", "where APNs is reached")
    private static let apnsSandbox = setting(
        "apns-sandbox-url", "WAXWING_APNS_SANDBOX_URL", "where APNs's sandbox is reached")
    private static let fcm = setting("fcm-url", "WAXWING_FCM_URL", "where FCM is reached")
    private static let providerCA = setting(
        "provider-ca", "WAXWING_PROVIDER_CA",
        "a PEM file of certificate authorities to trust in place of the system's for these")
    static let tokenHosts = setting(
        "token-uri-hosts", "WAXWING_TOKEN_URI_HOSTS",
        "hosts that a service account may name for its tokens, with commas between")
    private static let settings = [apns, apnsSandbox, fcm, providerCA, tokenHosts]

    static let all: [any CommandOption] = settings

    /// Throws the problem of a setting that cannot be used.
    static func endpoints(_ command: ParsedCommand) throws -> ProviderEndpoints {
        try endpoints(command, settings)
    }

    /// The hosts alone that a service account may name, of a command that has no other option of these.
    static func hosts(_ command: ParsedCommand) throws -> [HostRule] {
        try endpoints(command, [tokenHosts]).tokenHosts
    }

    private static func endpoints(_ command: ParsedCommand, _ settings: [Option<String?>]) throws -> ProviderEndpoints {
        let values = settings.compactMap { option in
            command[option].flatMap { value in option.spec.environment.map { ($0, value) } }
        }
        return try ProviderEndpoints(settings: Dictionary(values) { first, _ in first })
    }

    private static func setting(_ name: String, _ variable: String, _ help: String) -> Option<String?> {
        Option(optional: name, .string, environment: variable, help: help)
    }
}
