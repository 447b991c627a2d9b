// SPDX-License-Identifier: Apache-2.0
package import WaxHTTP
import WaxJSON
package import WaxSystem

/// Calls the API of one server with one key, and again where that is allowed.
package struct APIClient: Sendable {
    /// The longest body that is taken, in bytes.
    package static let maximumResponseBytes = 8 << 20

    /// Sends one request, once.
    package typealias Transport =
        @Sendable (HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientResponse

    /// Where the API is.
    package let endpoint: APIEndpoint
    private let key: String?
    private let userAgent: String
    private let transport: Transport
    let time: any TimeSource
    private let random: any RandomSource
    let sleep: @Sendable (Duration) async -> Void
    private let observe: @Sendable (APIAttempt) -> Void

    /// - Parameters:
    ///   - key: sent as bearer token; nil when none is set.
    ///   - sleep: waits; comes back early when its task is cancelled.
    ///   - observe: told of each attempt.
    package init(
        endpoint: APIEndpoint, key: String?, userAgent: String, transport: @escaping Transport,
        time: any TimeSource, random: any RandomSource = SystemRandom(),
        sleep: @escaping @Sendable (Duration) async -> Void,
        observe: @escaping @Sendable (APIAttempt) -> Void = { _ in }
    ) {
        self.endpoint = endpoint
        self.key = key
        self.userAgent = userAgent
        self.transport = transport
        self.time = time
        self.random = random
        self.sleep = sleep
        self.observe = observe
    }

    /// Makes a call, and again by `RetryPolicy`. Throws `keyMissing`, `refused`, `noAnswer` or `usage`.
    package func send(_ request: APIRequest) async throws(ClientError) -> APIResponse {
        var sent = try httpRequest(request)
        let start = time.uptime()
        var attempt = 0
        while true {
            attempt += 1
            sent.timeout = min(request.attemptTimeout, max(RetryPolicy.total - (time.uptime() - start), .seconds(1)))
            let (outcome, error): (RetryPolicy.Outcome, ClientError)
            switch await send(sent, as: request) {
            case .success(let response): return response
            case .failure(let failure): error = failure
            }
            switch error {
            case .refused(let refusal):
                outcome = .refused(status: refusal.status, code: refusal.code, retryAfter: refusal.retryAfter)
            case .noAnswer(_, _, let error) where error.reason != .cancelled && error.reason != .responseTooLarge:
                outcome = .noAnswer
            default: throw error
            }
            let delay = RetryPolicy.delay(
                after: outcome, method: request.method, attempt: attempt, elapsed: time.uptime() - start,
                chance: chance())
            guard let delay, !Task.isCancelled else { throw error }
            await sleep(delay)
        }
    }

    private func send(
        _ sent: HTTPClientRequest, as request: APIRequest
    ) async -> Result<APIResponse, ClientError> {
        let start = time.uptime()
        func note(status: Int?, failure: String?) {
            observe(
                APIAttempt(
                    method: request.method, url: request.visible(sent.url), status: status, failure: failure,
                    time: time.uptime() - start))
        }
        do throws(HTTPClientError) {
            let response = try await transport(sent)
            note(status: response.status, failure: nil)
            if (200..<300).contains(response.status) {
                return .success(
                    APIResponse(status: response.status, headers: response.headers, body: response.body))
            }
            return .failure(
                .refused(
                    APIRefusal(
                        method: request.method, path: request.displayPath, status: response.status,
                        headers: response.headers, body: response.body, now: time.now())))
        } catch {
            note(status: nil, failure: error.description)
            if error.reason == .invalidRequest { return .failure(.usage("the request cannot be sent")) }
            return .failure(.noAnswer(method: request.method, path: request.displayPath, error))
        }
    }

    private func httpRequest(_ request: APIRequest) throws(ClientError) -> HTTPClientRequest {
        var sent = HTTPClientRequest(method: request.method, url: request.url(at: endpoint), headers: request.headers)
        sent.headers["User-Agent"] = request.headers["User-Agent"] ?? userAgent
        sent.headers["Accept"] = request.headers["Accept"] ?? "application/json"
        if request.needsKey {
            guard let key else { throw .keyMissing }
            sent.headers["Authorization"] = "Bearer \(key)"
        }
        if let body = request.body {
            sent.headers["Content-Type"] = request.headers["Content-Type"] ?? "application/json"
            sent.body = body.sortedByKeys.compact
        }
        sent.maximumResponseBytes = Self.maximumResponseBytes
        return sent
    }

    /// From 0 to below 1.
    private func chance() -> Double {
        let bits = random.bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
        return Double(bits) / 0x1p32
    }
}
