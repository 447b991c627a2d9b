// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

extension HTTP2ClientConfiguration {
    /// How a provider wants its connections to be used.
    package static func connection(to provider: Provider) -> HTTP2ClientConfiguration {
        var configuration = HTTP2ClientConfiguration()
        if provider == .apns {
            // One stream, until an answer shows that the provider token was taken.
            configuration.initialStreamLimit = 1
            configuration.acceptsAnswer = { [200, 400, 410, 413].contains($0) }
        }
        return configuration
    }
}
