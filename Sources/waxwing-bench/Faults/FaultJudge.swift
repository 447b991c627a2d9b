// SPDX-License-Identifier: Apache-2.0

/// Holds what a server recorded of a delivery against what the providers know of it.
enum FaultJudge {
    /// The end of a delivery as the API shows it.
    struct Record: Equatable {
        let status: String
        let errorCode: String?
        let attempts: Int
    }

    enum Verdict: Equatable {
        case right
        /// Right if an attempt was lost by a reset before anybody has seen it.
        case rightIfUnseen
        case wrong
    }

    /// What is wrong; nil when nothing is. Adds one to `mayBeUnseen` if that is so only with an attempt that nobody saw.
    static func fault(of record: Record, after history: FaultHistory, mayBeUnseen: inout Int) -> String? {
        if history.arrivals > 2 { return "arrived \(history.arrivals) times" }
        let names = history.requests.compactMap(\.names)
        if names.contains(where: { $0.contains("") }) { return "sent without a name" }
        if Set(names).count > 1 { return "named otherwise when it was sent again" }
        var walk = FaultWalk()
        for life in history.lives {
            walk.begin()
            for request in life.requests {
                if let fault = walk.take(request) { return fault }
            }
            if let attempt = life.attemptAtKill, let fault = walk.kill(attempt: attempt) { return fault }
        }
        switch walk.allows(record) {
        case .right: return nil
        case .rightIfUnseen:
            mayBeUnseen += 1
            return nil
        case .wrong: return "\(record.errorCode ?? record.status) \(describe(history))"
        }
    }

    private static func describe(_ history: FaultHistory) -> String {
        guard let last = history.requests.last else { return "though never sent" }
        return "after \(last.end)\(last.mayBeLost ? ", perhaps lost" : "")"
    }
}
