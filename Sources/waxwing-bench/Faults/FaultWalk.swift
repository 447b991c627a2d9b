// SPDX-License-Identifier: Apache-2.0

/// Goes through a delivery's history and keeps count of what a server may and must know of it.
struct FaultWalk {
    private enum Last {
        /// Nothing was asked for yet.
        case nothing
        case request(FaultHistory.Request)
        /// A kill found this attempt unfinished, and nothing was asked for since.
        case kill(attempt: Int)
    }

    private var last = Last.nothing
    /// Whether the last request came from the server that is alive at this place.
    private var isOfThisLife = false
    /// The attempts whose end a server cannot know.
    private var certain = 0
    /// The same with those whose end a server may not know.
    private var possible = 0
    /// The number of the attempt that the last kill found, and the requests since.
    private var (counted, requests) = (0, 0)
    /// How many attempts before the last kill may have been lost by a reset before anybody has seen them.
    private var unseen = 0

    /// Goes on to the next server.
    mutating func begin() { isOfThisLife = false }

    /// Takes up a request; what is wrong with it, if anything is.
    mutating func take(_ request: FaultHistory.Request) -> String? {
        if case .request(let before) = last {
            guard before.mayBeFollowed else { return "sent again after \(before.end)" }
            // A success that is followed was lost. Of a refusal a part may have come, which is asked for once more.
            if before.end == .answered(reason: nil) { certain += 1 }
        }
        if certain >= 2 { return "sent again after two unknown ends" }
        // That it is sent again shows that one end at most was unknown until now.
        possible = min(possible, 1)
        unseen = min(unseen, 1 - possible)
        if request.end == .silent { certain += 1 }
        if request.end == .silent || request.mayBeLost { possible += 1 }
        last = .request(request)
        isOfThisLife = true
        requests += 1
        return nil
    }

    /// Takes up that a server was killed which had announced this attempt and not recorded its end.
    mutating func kill(attempt: Int) -> String? {
        switch last {
        case .kill(attempt): return nil
        case .request(let request) where isOfThisLife:
            // What got no answer may be this very attempt.
            if request.end != .silent { certain += 1 }
        case .request(let request) where !request.mayBeFollowed: return "announced again after \(request.end)"
        case .nothing, .request, .kill:
            if certain >= 2 { return "announced again after two unknown ends" }
            certain += 1
        }
        possible += 1
        last = .kill(attempt: attempt)
        // What was tried again from memory was not counted in the store, so there may be more requests than attempts.
        unseen += max(0, attempt - counted - max(1, requests))
        (counted, requests) = (attempt, 0)
        return nil
    }

    /// Whether a delivery with this history may be recorded like this.
    ///
    /// A request that was written when its connection was reset may never have been read. So an attempt that nobody has
    /// seen may have ended unknown; whoever asks has to keep count of how many that would be.
    func allows(_ record: FaultJudge.Record) -> FaultJudge.Verdict {
        if allows(record, unseen: 0) { return .right }
        let unseen = unseen + max(0, record.attempts - counted - requests)
        return allows(record, unseen: unseen) ? .rightIfUnseen : .wrong
    }

    private func allows(_ record: FaultJudge.Record, unseen: Int) -> Bool {
        let isTimeout = record.errorCode == "PROVIDER_TIMEOUT" && record.status == "failed" && record.attempts >= 2
        let isUnknownTwice = isTimeout && possible + unseen >= 2
        switch last {
        case .nothing, .kill: return isUnknownTwice
        case .request(let request):
            if request.mayBeFollowed && unseen > 0 && isUnknownTwice { return true }
            if request.mayBeLost && isUnknownTwice { return true }
            switch request.end {
            case .silent: return isUnknownTwice
            case .answered(nil): return record.status == "sent" && record.errorCode == nil
            case .answered(let reason?):
                if let code = FaultAnswers.finalCodes[reason] {
                    return record.status == "failed" && record.errorCode == code
                }
                return FaultAnswers.isPassing(reason) && isExpired(record, request, isTimeout && possible + unseen > 0)
            case .unserved: return isExpired(record, request, isTimeout && possible + unseen > 0)
            }
        }
    }

    /// Whether the push's time is over before the next attempt may begin; what may have arrived before is not expired.
    private func isExpired(
        _ record: FaultJudge.Record, _ request: FaultHistory.Request, _ isTimeoutOfOne: Bool
    ) -> Bool {
        guard FaultAnswers.wait(after: request.end, attempts: record.attempts) >= request.timeLeft else { return false }
        return record.status == "expired" && record.errorCode == "EXPIRED" && certain == 0 || isTimeoutOfOne
    }
}

extension FaultHistory.Request {
    /// Whether it may be sent again though its server lives.
    fileprivate var mayBeFollowed: Bool {
        switch end {
        case .silent, .unserved: true
        case .answered(nil): mayBeLost
        case .answered(let reason?): mayBeLost || FaultAnswers.isPassing(reason)
        }
    }
}
