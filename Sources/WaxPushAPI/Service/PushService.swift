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
    /// What one delivery costs, in cents; nothing is refused for money.
    package let priceCents: Int64
    /// Tells the engine that there is something to send.
    package let wakeEngine: @Sendable () -> Void
    let running: RunningKeys

    package init(
        database: Database, vault: Vault, tokenHosts: [HostRule], time: any TimeSource = SystemTime(),
        random: any RandomSource = SystemRandom(), log: Log = Log(), priceCents: Int64 = 0,
        wakeEngine: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.vault = vault
        self.tokenHosts = tokenHosts
        self.time = time
        self.random = random
        self.log = log
        self.priceCents = priceCents
        self.wakeEngine = wakeEngine
        running = RunningKeys()
    }

    func newID(at now: Timestamp) -> ULID { ULID(time: now, random: random) }
}
