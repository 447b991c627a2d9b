// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// Which deliveries of a push are to be made next, with all that must be known for it.
struct PageOrder: Sendable {
    enum Part: Equatable, Sendable {
        /// Those of the devices behind a cursor; the first gets this number.
        case new(from: FanOutCursor, first: Int64)
        /// Those that an earlier claim left unfinished, behind this number.
        case unfinished(after: Int64)
    }

    let claim: PushClaim
    let push: Push
    let credentials: JobCredentials
    let payloads: PushPayloads
    let part: Part
    /// The most deliveries that may come of it.
    let limit: Int
}
