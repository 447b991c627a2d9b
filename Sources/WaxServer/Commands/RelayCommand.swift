// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaxCommands
import WaxHTTP
import WaxProviders
import WaxRelay
import WaxSystem

/// `waxwing relay`
enum RelayCommand {
    private static let listen = Option(
        "listen", .listenAddress, default: "127.0.0.1:8090", environment: "WAXWING_RELAY_LISTEN",
        help: "address and port; one that other machines reach needs --tls-cert and --tls-key, or trusted proxies")
    private static let config = Option(
        required: "config", .file, environment: "WAXWING_RELAY_CONFIG",
        help: "apps with their credentials, gateways, trusted proxies, limits: JSON, mode 0600")
    private static let state = Option(
        required: "state", .directory, environment: "WAXWING_RELAY_STATE",
        help: "where revocations are kept, which is all that is; made if missing")
    private static let threads = Option(
        "threads", .integer(1...256), default: "\(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))",
        environment: "WAXWING_RELAY_THREADS", help: "how many threads open tokens")
    private static let allowPrivate = Option(
        switch: "allow-private-targets", environment: "WAXWING_ALLOW_PRIVATE_TARGETS",
        help: "let browsers' push services be at private addresses")
    private static let sink = Option(
        switch: "sink", isHidden: true, help: "take pushes and send none: for measurements of everything else")
    private static let verbose = Option(switch: "verbose", environment: "WAXWING_VERBOSE", help: "log more")

    private static let serve = Command(
        "serve", "run the relay; meant when no command is named",
        discussion: """
            Wakes devices through push tokens that are sealed to this relay. It knows no accounts, no inboxes and no
            messages, and keeps nothing but revocations.
            """,
        options: [
            RelayKeysCommand.host, RelayKeysCommand.keys, RelayKeysCommand.rootKey, config, state, listen,
            ListenOptions.tlsCertificate, ListenOptions.tlsKey, threads, allowPrivate, sink, verbose,
        ] + ProviderOptions.all)

    static let table = Command(
        "relay", "the sealed-token relay", subcommands: [serve, RelayKeysCommand.table], defaultSubcommand: "serve")

    static func run(_ command: ParsedCommand, in context: CommandContext) async throws -> ExitCode {
        try ProcessSecrets.protectOrRefuse()
        if command.path.dropFirst().first == "keys" { return try RelayKeysCommand.run(command, in: context) }
        let log = Log(minimum: command[verbose] ? .debug : .info)
        let signals = TerminationSignals()
        let relay = try Relay(try settings(command), log: log)
        await signals.first()
        log(.info, "stopping")
        await relay.stop()
        return .ok
    }

    private static func settings(_ command: ParsedCommand) throws -> Relay.Settings {
        let configuration = try RelayConfiguration(file: command[config])
        var settings = Relay.Settings(
            host: command[RelayKeysCommand.host], configuration: configuration,
            keys: RelayKeyDirectory(command[RelayKeysCommand.keys]), stateDirectory: command[state],
            http: try ListenOptions.http(
                command, at: command[listen], trustedProxies: configuration.trustedProxies, proxies: "trusted proxies"),
            endpoints: try ProviderOptions.endpoints(command))
        settings.rootKeyFile = command[RelayKeysCommand.rootKey]
        settings.targets = command[allowPrivate] ? .any : .publicOnly
        settings.threads = command[threads]
        settings.isSink = command[sink]
        return settings
    }
}
