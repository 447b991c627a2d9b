// SPDX-License-Identifier: Apache-2.0

/// How much a dispatcher takes on at once.
package struct DispatcherConfiguration: Sendable {
    /// Requests under way at once, over all webhooks.
    package var requests = 64
    /// Requests under way at once to one webhook that answers well.
    package var requestsPerWebhook = 8
    /// Webhooks held at once. Those that fail get at most half of them, and half of the requests.
    package var webhooks = 512
    /// Events of one webhook in memory beside those under way.
    package var eventsInMemory = 32
    /// Events of a webhook that was turned off that are given up in one transaction.
    package var eventsGivenUpAtOnce = 500
    /// How long a whole request may take.
    package var timeout = Duration.seconds(15)
    /// How long a claim holds without being renewed.
    package var lease = Duration.seconds(60)
    /// How long requests under way have to end when the dispatcher stops.
    package var drain = Duration.seconds(2)
    /// How long another process's events and changes may go unnoticed.
    package var poll = Duration.seconds(5)

    /// What must be left of a lease when a request begins, so that its end can be recorded.
    var leaseToSend: Duration { timeout + .seconds(5) }
    var failingWebhooks: Int { max(1, webhooks / 2) }
    var failingRequests: Int { max(1, requests / 2) }

    package init() {}
}
