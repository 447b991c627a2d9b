// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxWebhooks

/// What a server is told about requests to addresses that its users or its operator choose.
package struct OutgoingSettings: Sendable {
    /// Where webhooks, callbacks, fallback texts and pushes to browsers may go.
    package var policy = TargetPolicy.publicOnly
    /// Where fallback texts go; nil when none are taken.
    package var fallback: FallbackGateway?

    package init() {}
}
