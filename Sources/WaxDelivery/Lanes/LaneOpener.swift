// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP

/// Opens a lane when the first request for it is there.
package protocol LaneOpener: Sendable {
    /// Opens a lane that hands over outcomes in batches, from any thread.
    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([HTTP2Answer]) -> Void) throws -> any ProviderLane
}
