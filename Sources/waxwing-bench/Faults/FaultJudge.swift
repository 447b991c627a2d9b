// SPDX-License-Identifier: Apache-2.0

/// Holds what a server recorded of a delivery against what the providers know of it.
enum FaultJudge {
    /// The end of a delivery as the API shows it.
    struct Record: Equatable {
        let status: String
        let errorCode: String?
        let attempts: Int
    }

    /// The codes of the answers after which nothing more is sent.
    private static let finalCodes: [String: String] = [
        "BadDeviceToken": "TOKEN_INVALID", "DeviceTokenNotForTopic": "TOKEN_NOT_FOR_APP",
        "Unregistered": "TOKEN_UNREGISTERED", "PayloadTooLarge": "PUSH_PAYLOAD_TOO_LARGE",
        "BadCollapseId": "PROVIDER_REJECTED", "NeverSeenBefore": "PROVIDER_REJECTED",
        "UNREGISTERED": "TOKEN_UNREGISTERED", "SENDER_ID_MISMATCH": "TOKEN_NOT_FOR_APP",
        "INVALID_ARGUMENT": "PROVIDER_REJECTED", "THIRD_PARTY_AUTH_ERROR": "PROVIDER_AUTH_FAILED",
        "UNSPECIFIED_ERROR": "PROVIDER_REJECTED",
    ]
    /// The answers after which it is sent again.
    private static let passing: Set<String> = [
        "TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown", "IdleTimeout",
        "TooManyProviderTokenUpdates", "QUOTA_EXCEEDED", "INTERNAL", "UNAVAILABLE",
    ]
    /// How a delivery ends whose attempts or whose time were used up.
    private static let usedUp: Set<String> = ["EXPIRED", "PROVIDER_RATE_LIMITED", "PROVIDER_UNAVAILABLE"]

    /// What is wrong; nil when nothing is.
    static func fault(of record: Record, after history: FaultHistory) -> String? {
        if history.arrivals > 2 { return "arrived \(history.arrivals) times" }
        for (request, next) in zip(history.requests, history.requests.dropFirst()) {
            if !mayBeFollowed(request) { return "sent again after \(request.end)" }
            if request.names != next.names { return "named otherwise when it was sent again" }
        }
        if history.requests.count(where: { $0.end == .silent }) > 2 { return "sent again after two attempts in doubt" }
        return isRight(record, after: history) ? nil : "\(record.errorCode ?? record.status) \(describe(history))"
    }

    private static func describe(_ history: FaultHistory) -> String {
        guard let last = history.requests.last else { return "though never sent" }
        return "after \(last.end)\(last.isInDoubt ? ", in doubt" : "")"
    }

    private static func mayBeFollowed(_ request: FaultHistory.Request) -> Bool {
        switch request.end {
        case .answered(nil), .silent: request.isInDoubt
        case .answered(let reason?): request.isInDoubt || passing.contains(reason)
        case .unserved: true
        }
    }

    private static func isRight(_ record: Record, after history: FaultHistory) -> Bool {
        if record.errorCode == "PROVIDER_TIMEOUT" { return isUnknownTwice(record, history) }
        switch history.requests.last?.end {
        case .answered(nil)?: return record.status == "sent" && record.errorCode == nil
        case .answered(let reason?)?:
            if let code = finalCodes[reason] { return record.status == "failed" && record.errorCode == code }
            return isUsedUp(record)
        case .unserved?, nil: return isUsedUp(record)
        case .silent?: return false
        }
    }

    private static func isUsedUp(_ record: Record) -> Bool {
        record.status == "expired" || record.errorCode.map(usedUp.contains) == true
    }

    /// Two attempts have to be without an end that the server can know; those that a kill kept from being sent count. Or
    /// one was, and the time ran out while the provider asked for patience with the next.
    private static func isUnknownTwice(_ record: Record, _ history: FaultHistory) -> Bool {
        guard record.status == "failed", record.attempts >= 2 else { return false }
        let last = history.requests.last
        let unknown = history.requests.count(where: \.isInDoubt) + history.otherKills
        if case .answered(let reason?) = last?.end, passing.contains(reason) { return unknown >= 1 }
        return unknown >= 2 && (last?.isInDoubt != false || history.otherKills > 0)
    }
}
