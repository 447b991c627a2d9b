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
    /// Where requests wait for the end of a push, by its number; `PushEndings` calls.
    package let endings: WaitingRoom<Int64>
    /// Where requests wait for the answer to a notification, by its identifier.
    package let answers: WaitingRoom<Int64>
    /// Tells the engine that there is something to send.
    package let wakeEngine: @Sendable () -> Void
    private let limiter: Locked<AddressLimiter>
    private let identifiers: RandomPool

    package init(
        database: Database, vault: Vault, options: Options = Options(), time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(), log: Log = Log(), events: any EventSink = NoEvents(),
        endings: WaitingRoom<Int64>, answers: WaitingRoom<Int64>, wakeEngine: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.vault = vault
        self.options = options
        self.time = time
        self.log = log
        self.events = events
        self.endings = endings
        self.answers = answers
        self.wakeEngine = wakeEngine
        identifiers = RandomPool(random)
        limiter = Locked(AddressLimiter(perMinute: options.requestsPerMinute))
    }

    package func newID(at now: Timestamp) -> ULID { ULID(time: now, random: identifiers) }

    /// Counts one request; throws when its address has sent too many.
    func count(_ address: IPAddress?) throws(Problem) {
        guard let wait = limiter.withLock({ $0.take(address, now: time.uptime()) }) else { return }
        throw Problem(.rateLimit, retryAfter: wait)
    }
}
