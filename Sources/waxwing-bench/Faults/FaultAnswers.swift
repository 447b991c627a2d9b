// SPDX-License-Identifier: Apache-2.0

/// What follows from the answers of a fault run's script.
enum FaultAnswers {
    /// The codes of the answers after which nothing more is sent.
    static let finalCodes: [String: String] = [
        "BadDeviceToken": "TOKEN_INVALID", "DeviceTokenNotForTopic": "TOKEN_NOT_FOR_APP",
        "Unregistered": "TOKEN_UNREGISTERED", "PayloadTooLarge": "PUSH_PAYLOAD_TOO_LARGE",
        "BadCollapseId": "PROVIDER_REJECTED", "NeverSeenBefore": "PROVIDER_REJECTED",
        "UNREGISTERED": "TOKEN_UNREGISTERED", "SENDER_ID_MISMATCH": "TOKEN_NOT_FOR_APP",
        "INVALID_ARGUMENT": "PROVIDER_REJECTED", "THIRD_PARTY_AUTH_ERROR": "PROVIDER_AUTH_FAILED",
        "UNSPECIFIED_ERROR": "PROVIDER_REJECTED",
    ]
    /// The seconds after which it is sent again at the earliest, when the first attempt is answered so; they double with
    /// each attempt.
    private static let waits: [String: Double] = [
        "TooManyRequests": 10, "TooManyProviderTokenUpdates": 10, "Shutdown": 0.5, "IdleTimeout": 0.5,
        "InternalServerError": 10, "ServiceUnavailable": 900, "QUOTA_EXCEEDED": 10, "INTERNAL": 10, "UNAVAILABLE": 10,
    ]
    private static let waitAfterRefusal = 0.5
    /// How long after a request its answer may be read.
    private static let answerTime = Duration.seconds(5)

    /// Whether it is sent again after this answer.
    static func isPassing(_ reason: String) -> Bool { waits[reason] != nil }

    /// How long after a request the next one may come, at most, for it to be too late where time is that short.
    static func wait(after end: FaultHistory.Request.End, attempts: Int) -> Duration {
        var seconds =
            switch end {
            case .answered(let reason?): waits[reason] ?? 0
            case .answered(nil), .silent: 0.0
            case .unserved: waitAfterRefusal
            }
        for _ in 1..<max(1, attempts) { seconds *= 2 }
        return .seconds(seconds) + answerTime
    }
}
