// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// What the routes of webhooks go by.
package struct WebhookOptions: Sendable {
    /// Where webhooks may be sent; the client that sends them has the same policy.
    package var policy = TargetPolicy.publicOnly
    /// How many webhooks an account may have in each mode.
    package var limit = 10
    /// Says, after a commit, that there may be something to send.
    package var wake: @Sendable () -> Void = {}

    package init() {}
}
