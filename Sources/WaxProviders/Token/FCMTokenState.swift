// SPDX-License-Identifier: Apache-2.0

/// What is known of one credential's access token: decides, and does nothing. Times are uptimes.
struct FCMTokenState {
    /// What whoever needs a token does.
    enum Step: Equatable {
        /// Takes this value of `authorization`.
        case use(String)
        /// Asks for a token and reports by `succeed` or `fail`.
        case fetch
        /// Waits for the one who is asking.
        case join
        /// Fails as the last one who asked did.
        case fail(ProviderError)
    }

    /// A token is replaced this long before its end, or when three quarters of a short life are over.
    static let margin = Duration.seconds(300)
    /// A token younger than this is not replaced because it was rejected: the credential is at fault then.
    static let leastAge = Duration.seconds(60)
    /// The longest wait after failures, and the wait after a refusal.
    static let longestWait = Duration.seconds(60)

    private struct Token {
        let authorization: String
        let fetchedAt: Duration
        let renewAt: Duration
        let endsAt: Duration
    }

    private var token: Token?
    private var failures = 0
    private var failure: (error: ProviderError, until: Duration)?
    private(set) var isFetching = false

    /// The next step; `rejected` is a value that FCM did not take.
    mutating func step(now: Duration, rejected: String? = nil) -> Step {
        if let rejected, let token, token.authorization == rejected, now - token.fetchedAt >= Self.leastAge {
            self.token = nil
        }
        if let held = held(now: now) { return .use(held) }
        if isFetching { return .join }
        if let failure, now < failure.until { return .fail(failure.error) }
        isFetching = true
        return .fetch
    }

    /// The value of `authorization` that can be used at once; nil when there is something to wait for.
    func held(now: Duration) -> String? {
        guard let token else { return nil }
        let cannotRenew = isFetching || failure.map { now < $0.until } ?? false
        return now < (cannotRenew ? token.endsAt : token.renewAt) ? token.authorization : nil
    }

    /// Whether forgetting this loses nothing.
    func isOver(now: Duration) -> Bool {
        !isFetching && now >= token?.endsAt ?? .zero && now >= failure?.until ?? .zero
    }

    /// A token came; `askedAt` is when its life began.
    mutating func succeed(_ grant: FCMTokenRequest.Grant, askedAt: Duration) -> String {
        let authorization = "Bearer " + grant.accessToken
        token = Token(
            authorization: authorization, fetchedAt: askedAt,
            renewAt: askedAt + grant.lifetime - min(Self.margin, grant.lifetime / 4), endsAt: askedAt + grant.lifetime)
        failures = 0
        failure = nil
        isFetching = false
        return authorization
    }

    /// No token came. Gives the old one when it is still good.
    mutating func fail(_ error: ProviderError, now: Duration) -> Result<String, ProviderError> {
        failures += 1
        let wait: Duration
        if case .tokenUnavailable(_, let retryAfter) = error {
            wait = max(min(.seconds(1 << min(failures - 1, 6)), Self.longestWait), retryAfter ?? .zero)
        } else {
            wait = Self.longestWait
        }
        failure = (error, now + wait)
        isFetching = false
        if let token, now < token.endsAt { return .success(token.authorization) }
        return .failure(error)
    }
}
