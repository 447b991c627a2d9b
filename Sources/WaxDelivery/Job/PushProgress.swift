// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// How far a claimed push has gone, and what is to be done for it next.
struct PushProgress {
    enum Step: Equatable {
        /// Take up what an earlier claim left unfinished, behind this delivery number.
        case recover(after: Int64)
        /// Make deliveries for the devices behind this cursor.
        case fanOut(FanOutCursor)
        /// Nothing until deliveries under way have ended.
        case wait
        /// Every delivery is final or waits for a later attempt.
        case settle
    }

    private enum Phase: Equatable {
        case recovering(after: Int64)
        case fanningOut(FanOutCursor)
        case draining
    }

    private var phase: Phase
    private let fanOut: FanOutCursor?
    private(set) var nextDelivery: Int64
    private(set) var underWay = 0

    init(_ claim: PushClaim) {
        fanOut = claim.fanOut
        nextDelivery = claim.nextDelivery
        phase = claim.nextDelivery > 0 ? .recovering(after: -1) : Self.afterRecovery(claim.fanOut)
    }

    /// What to do next when `capacity` more deliveries may be under way.
    func next(capacity: Int) -> Step {
        switch phase {
        case .recovering(let after): capacity > 0 ? .recover(after: after) : .wait
        case .fanningOut(let cursor): capacity > 0 ? .fanOut(cursor) : .wait
        case .draining: underWay > 0 ? .wait : .settle
        }
    }

    /// The largest page: no larger than what the deliveries still to come may be numbered.
    mutating func recovered(upTo last: Int64?) {
        guard let last else {
            phase = Self.afterRecovery(fanOut)
            return
        }
        phase = .recovering(after: last)
    }

    mutating func fannedOut(to cursor: FanOutCursor?, made count: Int) {
        nextDelivery += Int64(count)
        phase = Self.afterRecovery(cursor)
    }

    mutating func began(_ count: Int) { underWay += count }
    mutating func ended(_ count: Int = 1) { underWay -= count }

    private static func afterRecovery(_ cursor: FanOutCursor?) -> Phase {
        cursor.map(Phase.fanningOut) ?? .draining
    }
}
