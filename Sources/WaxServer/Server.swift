// SPDX-License-Identifier: Apache-2.0
import WaxDelivery
import WaxHTTP
import WaxPersonal
import WaxProviders
import WaxPushAPI
import WaxRecords
import WaxStore
package import WaxSystem

/// One running Waxwing: the store, the engine and the HTTP server, joined.
package final class Server: Sendable {
    private let lock: DirectoryLock
    private let storage: Storage
    private let outgoing: Outgoing
    /// Where requests for personal notifications wait.
    private let room: WaitingRoom<Awaited>
    private let personalService: PersonalService
    private let runner: PersonalRunner
    private let engine: DeliveryEngine
    private let http: HTTPServer
    private let housekeeper: Housekeeper

    /// The port it listens at.
    package var port: UInt16 { http.boundPort }

    /// Starts everything; returns once requests are taken. Whoever moves `time` calls `wake` then.
    package init(_ settings: ServerSettings, time: any TimeSource = SystemTime(), log: Log) throws {
        let directory = try DataDirectory(settings.dataDirectory)
        lock = try directory.lock()
        storage = try Storage(directory, masterKey: settings.masterKey)
        let (database, vault) = (storage.database, storage.vault)
        // What a dead server had claimed is free again; what another may still hold is so when its lease has ended.
        let forgetsLeases = lock.wasThere
        if forgetsLeases {
            try database.writeAndWait { sql in
                try PushTable(sql, vault).forgetLeases()
                try ReceiptTable(sql, vault).forgetCallbackLeases()
            }
        }
        let configuration = settings.delivery
        let endpoints = settings.endpoints
        outgoing = try Outgoing(
            settings.outgoing, database, vault, forgetsLeases: forgetsLeases, time: time, log: log)
        let outgoing = outgoing
        room = WaitingRoom(time: time)
        let events = PushEndings(outgoing.events, calling: room)
        let transport = CurlTokenTransport(certificateFile: endpoints.certificateFile)
        engine = try DeliveryEngine(
            DeliveryEngine.Parts(
                database: database, vault: vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: time), fcm: FCMTokenSource(transport: transport, time: time),
                    vapid: VAPIDTokenCache(time: time)),
                opener: ProviderLaneOpener(
                    endpoints: endpoints, tls: try Self.providerTLS(endpoints),
                    webTargets: settings.outgoing.policy, connections: configuration.laneConnections,
                    queueTimeout: configuration.queueTimeout, time: time, log: log),
                events: events, onFallback: { outgoing.wakeFallbacks() }, time: time, log: log),
            configuration: configuration)
        let usage = KeyUsage()
        housekeeper = Housekeeper(database: database, vault: vault, usage: usage, time: time, log: log)
        let engine = engine
        let service = PushService(
            database: database, vault: vault, tokenHosts: endpoints.tokenHosts,
            allowsHTTPEndpoints: settings.outgoing.policy == .any, time: time, log: log,
            priceCents: settings.priceCents, rateLimits: settings.rateLimits, usage: usage,
            events: outgoing.events, webhooks: outgoing.options,
            hasFallbackGateway: settings.outgoing.fallback != nil, wakeEngine: { engine.wake() })
        var options = settings.personal
        options.targets = settings.outgoing.policy
        personalService = PersonalService(
            database: database, vault: vault, options: options, time: time, log: log, events: events, room: room,
            wakeEngine: { engine.wake() })
        runner = PersonalRunner(personalService, client: outgoing.client)
        if !personalService.zones.isInstalled {
            log(
                .warning,
                "no time zones in \(personalService.zones.folder): recurring schedules need the package tzdata")
        }
        http = try HTTPServer(
            configuration: settings.http,
            handler: ServerHandler(push: PushAPI(service), personal: PersonalAPI(personalService)))
        log(.info, engine.usesLanes ? "sealing eight messages at a time" : "sealing one message at a time")
        log(.info, "listening at \(settings.http.address):\(http.boundPort)")
    }

    private static func providerTLS(_ endpoints: ProviderEndpoints) throws -> TLSContext {
        guard let file = endpoints.certificateFile else { return try TLSContext(clientTrusting: .system) }
        do {
            return try TLSContext(clientTrusting: .file(file))
        } catch {
            throw ServerError("WAXWING_PROVIDER_CA names no file of PEM certificates that can be read")
        }
    }

    /// Says that the clock was moved.
    package func wake() {
        engine.wake()
        outgoing.wake()
        room.wake()
        personalService.wakeRunner()
    }

    /// Takes no more requests, finishes those under way, and closes the store.
    package func stop() async {
        room.close()
        await http.stop()
        runner.stop()
        engine.stop()
        outgoing.stop()
        housekeeper.stop()
        storage.close()
    }
}
