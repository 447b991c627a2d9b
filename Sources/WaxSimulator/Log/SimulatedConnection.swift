// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// Tells the connections of a service apart.
public struct SimulatedConnection: Hashable, Sendable {
    let id: HTTP2ConnectionID

    init(_ id: HTTP2ConnectionID) {
        self.id = id
    }
}
