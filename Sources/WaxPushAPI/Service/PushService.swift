// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxRecords
package import WaxStore
package import WaxSystem

/// All that the routes of the push API work with.
package struct PushService: Sendable {
    package let database: Database
    package let vault: Vault
    package let time: any TimeSource
    package let random: any RandomSource
    package let log: Log
    /// Hosts to which a service account may say that its token requests go.
    package let tokenHosts: [HostRule]
    /// Whether a browser's endpoint may be an http URL.
    package let allowsHTTPEndpoints: Bool
    /// When each API key was used, to be written down from time to time.
    package let usage: KeyUsage
    /// What one delivery costs, in cents; nothing is refused for money.
    package let priceCents: Int64
    package let events: any EventSink
    package let webhooks: WebhookOptions
    /// Whether a fallback text has a gateway to go to.
    package let hasFallbackGateway: Bool
    /// Tells the engine that there is something to send.
    package let wakeEngine: @Sendable () -> Void
    let running: RunningKeys
    private let limiter: Locked<RateLimiter>
    private let identifiers: RandomPool

    package init(
        database: Database, vault: Vault, tokenHosts: [HostRule], allowsHTTPEndpoints: Bool = false,
        time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(), log: Log = Log(), priceCents: Int64 = 0,
        rateLimits: RateLimits = .unlimited, usage: KeyUsage = KeyUsage(), events: any EventSink = NoEvents(),
        webhooks: WebhookOptions = WebhookOptions(), hasFallbackGateway: Bool = false,
        wakeEngine: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.vault = vault
        self.tokenHosts = tokenHosts
        self.allowsHTTPEndpoints = allowsHTTPEndpoints
        self.time = time
        self.random = random
        self.log = log
        self.usage = usage
        self.priceCents = priceCents
        self.events = events
        self.webhooks = webhooks
        self.hasFallbackGateway = hasFallbackGateway
        self.wakeEngine = wakeEngine
        running = RunningKeys()
        identifiers = RandomPool(random)
        limiter = Locked(RateLimiter(rateLimits))
    }

    func newID(at now: Timestamp) -> ULID { ULID(time: now, random: identifiers) }

    /// Counts one request; nil when its class has no limit.
    func count(_ caller: Caller.Identity, _ rateClass: RateClass) -> RateDecision? {
        limiter.withLock { $0.take(caller, rateClass, now: time.uptime()) }
    }
}
