// SPDX-License-Identifier: Apache-2.0
import WaxRecords

/// How far a claimed push has gone, and what is to be done for it next.
struct PushProgress {
    enum Step: Equatable {
        /// Take up what an earlier claim left unfinished, behind this delivery number.
        case recover(after: Int64)
        /// Make deliveries for the devices behind this cursor.
        case fanOut(FanOutCursor)
        /// Nothing until deliveries under way have ended, or until there is room for more.
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
    /// Deliveries whose attempt is announced and has not been recorded as ended.
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

    /// Whether every delivery has its row, and those that were unfinished have been taken up.
    var isComplete: Bool { phase == .draining }

    /// Unfinished deliveries up to this number were taken up; nil when those were the last.
    mutating func recovered(upTo last: Int64?) {
        guard phase != .draining else { return }
        phase = last.map(Phase.recovering(after:)) ?? Self.afterRecovery(fanOut)
    }

    /// `count` deliveries were made, and the next ones are for the devices behind `cursor`; nil when none is left.
    mutating func fannedOut(to cursor: FanOutCursor?, made count: Int) {
        nextDelivery += Int64(count)
        guard phase != .draining else { return }
        phase = Self.afterRecovery(cursor)
    }

    /// Makes no more deliveries; those under way still end.
    mutating func abandon() { phase = .draining }

    mutating func began(_ count: Int) { underWay += count }
    mutating func ended(_ count: Int = 1) { underWay -= count }

    private static func afterRecovery(_ cursor: FanOutCursor?) -> Phase {
        cursor.map(Phase.fanningOut) ?? .draining
    }
}
