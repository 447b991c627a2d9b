// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// A way to a provider: takes requests in batches, and ends each exactly once.
package protocol ProviderLane: Sendable {
    /// Sends requests as soon as it can; does not wait for that. Past `deadline`, by uptime, it gives them back unsent.
    func submit(_ requests: [HTTP2Request], before deadline: Duration)

    /// Leaves the connections that were used to end and opens a new one for what follows.
    func reconnect()

    /// Ends the lane: requests not yet written are given back, the others have `drain` to be answered. Does not block.
    func close(drain: Duration)
}
