// SPDX-License-Identifier: Apache-2.0
import WaxHTTP
import WaxPushAPI
import WaxRecords
import WaxStore
import WaxSystem
import WaxWebhooks

/// What tells others: the webhooks, and the texts for people whom no device can reach.
final class Outgoing: Sendable {
    /// Puts events where the webhooks find them.
    let events: EventOutbox
    /// What the routes of webhooks go by.
    let options: WebhookOptions
    /// Connects to addresses that users choose, as far as the operator lets it.
    let client: HTTPClient
    private let dispatcher: WebhookDispatcher
    private let fallbacks: FallbackSender

    /// Starts both. `forgetsLeases` frees what a dead process had claimed: only where no other works on this store.
    init(
        _ settings: OutgoingSettings, _ database: Database, _ vault: Vault, forgetsLeases: Bool,
        time: any TimeSource, log: Log
    ) throws {
        if forgetsLeases {
            try database.writeAndWait { sql in
                try WebhookTable(sql, vault).forgetLeases()
                try FallbackTable(sql, vault).forgetLeases()
            }
        }
        var configuration = HTTPClient.Configuration()
        configuration.policy = settings.policy
        client = HTTPClient(configuration: configuration)
        let parts = WebhookDispatcher.Parts(database: database, vault: vault, client: client, time: time, log: log)
        let dispatcher = WebhookDispatcher(parts)
        self.dispatcher = dispatcher
        fallbacks = FallbackSender(parts, gateway: settings.fallback)
        events = EventOutbox(vault: vault, log: log) { dispatcher.wake() }
        var options = WebhookOptions()
        options.policy = settings.policy
        options.wake = { dispatcher.wake() }
        self.options = options
    }

    /// Says that a fallback text is to be sent.
    func wakeFallbacks() {
        fallbacks.wake()
    }

    /// Says that the clock was moved.
    func wake() {
        dispatcher.wake()
        fallbacks.wake()
    }

    func stop() {
        fallbacks.stop()
        dispatcher.stop()
    }
}
