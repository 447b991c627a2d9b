// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
package import WaxProviders

/// How one request in a lane ended.
package struct LaneOutcome: Sendable {
    package enum End: Sendable {
        case answer(ProviderAnswer)
        case failure(SendFailure)
    }

    package let id: UInt64
    package let end: End

    package init(id: UInt64, end: End) {
        self.id = id
        self.end = end
    }
}

/// A way to a provider: takes requests in batches, and ends each exactly once.
package protocol ProviderLane: Sendable {
    func submit(_ requests: [HTTP2Request])
    /// Leaves the present connection to end and opens a new one for what follows.
    func reconnect()
    func close()
}

/// Opens a lane when the first request for it is there.
package protocol LaneOpener: Sendable {
    func open(_ key: LaneKey, onOutcomes: @escaping @Sendable ([LaneOutcome]) -> Void) throws -> any ProviderLane
}
