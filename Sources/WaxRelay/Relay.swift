// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxProviders
package import WaxSystem

/// A sealed-token relay: wakes devices through tokens that are sealed to it, and knows neither inboxes nor senders.
///
/// Source: docs/en/relay.md, docs/sealed-token.md.
package final class Relay: Sendable {
    /// All that a relay is told at its start.
    package struct Settings: Sendable {
        /// The name to which tokens are sealed.
        package var host: String
        package var configuration: RelayConfiguration
        package var keys: RelayKeyDirectory
        package var rootKeyFile: String?
        package var stateDirectory: String
        package var http: HTTPServer.Configuration
        package var endpoints: ProviderEndpoints
        /// Where browsers' push services may be.
        package var targets = TargetPolicy.publicOnly
        /// The threads that open tokens.
        package var threads = 2
        /// Takes pushes and sends none, for measurements.
        package var isSink = false

        package init(
            host: String, configuration: RelayConfiguration, keys: RelayKeyDirectory, stateDirectory: String,
            http: HTTPServer.Configuration = HTTPServer.Configuration(), endpoints: ProviderEndpoints
        ) {
            self.host = host
            self.configuration = configuration
            self.keys = keys
            self.stateDirectory = stateDirectory
            self.http = http
            self.endpoints = endpoints
        }
    }

    /// The longest body that a call needs: 32 tokens as text.
    package static let longestBody = 64 * 1024

    package let handler: RelayHandler
    package let metrics: RelayMetrics
    private let engine: RelayEngine
    private let keeper: RelayKeeper
    private let sender: any WakeSending
    private let http: HTTPServer?
    private let time: any TimeSource
    private let log: Log
    private let isStopping = Locked(false)

    /// The port it listens at; nil without a listener.
    package var port: UInt16? { http?.boundPort }

    /// Starts everything; returns once requests are taken. Without `listens` only `handler` takes them.
    package init(
        _ settings: Settings, listens: Bool = true, time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(), log: Log
    ) throws {
        self.time = time
        self.log = log
        let hour = UInt32(max(0, time.now().seconds / 3600))
        keeper = try RelayKeeper(
            settings.keys, relay: settings.host, rootKeyFile: settings.rootKeyFile, hour: hour, log: log)
        metrics = RelayMetrics(time: time)
        sender =
            settings.isSink
            ? WakeSink()
            : try ProviderSender(
                apps: settings.configuration.apps, endpoints: settings.endpoints, targets: settings.targets,
                services: settings.configuration.limits.pushServices, time: time, log: log)
        let revocations = try RevocationStore(directory: settings.stateDirectory, log: log)
        engine = RelayEngine(
            RelayEngine.Parts(
                keeper: keeper, revocations: revocations, sender: sender, metrics: metrics,
                limits: settings.configuration.limits, time: time, random: random,
                log: log), threads: settings.threads)
        handler = RelayHandler(
            engine: engine,
            connections: ConnectionLimits(settings.configuration.limits, random: random, time: time),
            gateways: settings.configuration.gateways, metricsCredential: settings.configuration.metrics)
        var configuration = settings.http
        configuration.maximumBodyBytes = Self.longestBody
        http = listens ? try HTTPServer(configuration: configuration, handler: handler, time: time) : nil
        engine.start()
        for upkeep in RelayUpkeep.all(keeper: keeper, revocations: revocations, log: log) {
            upkeep.start(time: time, until: isStopping)
        }
        if let http { log(.info, "listening at \(configuration.address):\(http.boundPort)") }
    }

    /// Takes no more requests and ends. What waits for its time is lost, but no revocation.
    package func stop() async {
        // At once, since calls wait for revocations that stand in the queue behind what is lost anyway.
        async let closing: Void? = http?.stop()
        engine.stop()
        await closing
        isStopping.withLock { $0 = true }
        isStopping.notify()
        sender.stop()
    }
}
