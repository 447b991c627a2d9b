// SPDX-License-Identifier: Apache-2.0

/// Where fallback texts go: an HTTP gateway that passes them on, and the secret that it knows the requests by.
package struct FallbackGateway: Sendable {
    package let url: String
    package let secret: WebhookSecret

    package init(url: String, secret: WebhookSecret) {
        self.url = url
        self.secret = secret
    }
}
