// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// A way to a provider: takes requests in batches, and ends each exactly once.
package protocol ProviderLane: Sendable {
    func submit(_ requests: [HTTP2Request])
    /// Leaves the present connection to end and opens a new one for what follows.
    func reconnect()
    func close()
}
