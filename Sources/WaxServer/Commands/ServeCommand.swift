// SPDX-License-Identifier: Apache-2.0
import WaxCommands
import WaxHTTP
import WaxProviders
import WaxPushAPI
import WaxSystem

/// `waxwing serve`
enum ServeCommand {
    private static let listen = Option(
        "listen", .listenAddress, default: "127.0.0.1:8080", environment: "WAXWING_LISTEN",
        help: "address and port; one that other machines reach needs --tls-cert and --tls-key, or --behind-proxy")
    private static let behindProxy = Option(
        repeated: "behind-proxy", .network, environment: "WAXWING_BEHIND_PROXY",
        help: "a proxy that ends TLS: X-Forwarded-For is believed from these addresses alone")
    private static let rateLimits = Option(
        "rate-limits", .rateLimits, default: RateLimits.standard.setting, environment: "WAXWING_RATE_LIMITS",
        help: "requests a second and burst of each key and client, or off")
    private static let verbose = Option(switch: "verbose", environment: "WAXWING_VERBOSE", help: "log more")
    private static let allowTracing = Option(
        switch: "allow-tracing", environment: "WAXWING_ALLOW_TRACING",
        help: "leave core dumps, and let debuggers and strace look into the memory")

    private static let price = Option(
        "price-cents", .integer(0...1_000_000), default: "0", environment: "WAXWING_PRICE_CENTS",
        help: "what a delivery counts for in the ledger; nothing is refused for money")

    static let table = Command(
        "serve", "run the server",
        options: [
            SharedOptions.data, listen, ListenOptions.tlsCertificate, ListenOptions.tlsKey, behindProxy, rateLimits,
            price, verbose, allowTracing,
            SharedOptions.masterKeyFile, SharedOptions.masterKey,
        ] + EngineOptions.all + ProviderOptions.all + OutgoingOptions.all + PersonalOptions.all)

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        let settings = try settings(command)
        if !command[allowTracing] { try ProcessSecrets.protectOrRefuse() }
        let log = Log(minimum: command[verbose] ? .debug : .info)
        let signals = TerminationSignals()
        let server = try Server(settings, log: log)
        await signals.first()
        log(.info, "stopping")
        await server.stop()
        return .ok
    }

    private static func settings(_ command: ParsedCommand) throws -> ServerSettings {
        ServerSettings(
            dataDirectory: command[SharedOptions.data], masterKey: SharedOptions.masterKeySource(command),
            http: try http(command), priceCents: Int64(command[price]),
            endpoints: try ProviderOptions.endpoints(command),
            rateLimits: command[rateLimits], outgoing: try OutgoingOptions.settings(command),
            delivery: EngineOptions.configuration(command), personal: PersonalOptions.options(command))
    }

    private static func http(_ command: ParsedCommand) throws -> HTTPServer.Configuration {
        var http = try ListenOptions.http(
            command, at: command[listen], trustedProxies: command[behindProxy], proxies: "--behind-proxy")
        http.connectionLimit = PersonalOptions.connectionLimit(command)
        return http
    }
}

extension ValueType where Value == IPNetwork {
    /// Addresses in CIDR notation.
    static var network: ValueType {
        ValueType(name: "CIDR", rule: "must be addresses such as 10.0.0.0/8 or fd00::/8") { IPNetwork($0) }
    }
}

extension ValueType where Value == RateLimits {
    /// The limits of each class of request.
    static var rateLimits: ValueType {
        ValueType(
            name: "LIMITS", rule: "must be off, or limits such as \(RateLimits.standard.setting)"
        ) { RateLimits(setting: $0) }
    }
}
