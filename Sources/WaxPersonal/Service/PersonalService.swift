// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxRecords
package import WaxStore
package import WaxSystem

/// All that the routes of the notifications API work with.
package struct PersonalService: Sendable {
    /// What an operator decides.
    package struct Options: Sendable {
        /// How many notifications an account may send.
        package var quota = NotificationQuota.none
        /// The most requests of one address in a minute; nil when they are not counted.
        package var requestsPerMinute: Int?
        /// How long the answer to a sending may wait for the devices' providers.
        package var deliveryWait = Duration.seconds(5)
        /// Whether devices reach this server with taps and replies.
        package var takesAnswers = true
        /// Whether notifications may ask to be acknowledged.
        package var takesReceipts = true
        /// The most requests that wait for an answer or a receipt, of one account and in all.
        package var waitsPerAccount = 50
        package var waitsInAll = 9000
        /// Where callbacks, and pushes to browsers, may go.
        package var targets = TargetPolicy.publicOnly

        package init() {}
    }

    package let database: Database
    package let vault: Vault
    package let options: Options
    package let time: any TimeSource
    package let log: Log
    package let events: any EventSink
    /// Where requests wait.
    package let room: WaitingRoom<Awaited>
    /// Who may wait there for answers and receipts.
    package let waits: WaitLimiter
    /// The time zones of recurring schedules.
    package let zones: ZoneDatabase
    /// What `PersonalRunner` is told.
    let runnerEvents = Inbox<RunnerEvent>()
    /// Tells the engine that there is something to send.
    package let wakeEngine: @Sendable () -> Void
    private let limiter: Locked<AddressLimiter>
    private let identifiers: RandomPool

    /// `PushEndings` calls those who wait in the `room` for the end of a push.
    package init(
        database: Database, vault: Vault, options: Options = Options(), time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(), log: Log = Log(), events: any EventSink = NoEvents(),
        room: WaitingRoom<Awaited>, zones: ZoneDatabase = ZoneDatabase(), wakeEngine: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.vault = vault
        self.options = options
        self.time = time
        self.log = log
        self.events = events
        self.room = room
        self.zones = zones
        waits = WaitLimiter(perAccount: options.waitsPerAccount, inAll: options.waitsInAll)
        self.wakeEngine = wakeEngine
        identifiers = RandomPool(random)
        limiter = Locked(AddressLimiter(perMinute: options.requestsPerMinute))
    }

    package func newID(at now: Timestamp) -> ULID { ULID(time: now, random: identifiers) }

    /// Tells the runner that there is something to do, or that the clock was moved.
    package func wakeRunner() { runnerEvents.put(.wake) }

    /// Throws when a notification waits for what devices cannot tell this server, or is to be acknowledged and the operator
    /// does not have that.
    func checkReactions(to request: NotificationRequest) throws(Problem) {
        guard options.takesAnswers || !request.needsAnswers else { throw Problem(.answersUnavailable) }
        guard request.acknowledge == nil || options.takesReceipts else { throw Problem(.receiptsDisabled) }
    }

    /// Counts one request; throws when its address has sent too many.
    func count(_ address: IPAddress?) throws(Problem) {
        guard let wait = limiter.withLock({ $0.take(address, now: time.uptime()) }) else { return }
        throw Problem(.rateLimit, retryAfter: wait)
    }
}
