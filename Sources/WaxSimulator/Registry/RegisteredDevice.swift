// SPDX-License-Identifier: Apache-2.0
import WaxSystem

/// A device as its provider knows it.
struct RegisteredDevice: Sendable {
    /// Who is told of what arrives.
    enum Owner: Sendable {
        /// Nobody: it is only a token that the provider takes.
        case none
        case phone(SimulatedPhone)
        /// One of many, by its number.
        case bulk(BulkDevices, Int)
    }

    let app: SimulatedApp
    let owner: Owner
    /// When the app was removed from it.
    var diedAt: Timestamp?
}
