// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
package import WaxHTTP
import WaxJSON
import WaxSystem

/// The routes of a relay.
package struct RelayHandler: HTTPHandler {
    private struct Route: Sendable {
        /// What becomes of the tokens that a call brings.
        enum Tokens {
            case none
            /// They belong to whoever calls, and what is done with them never waits for its time.
            case own
            case toWake
        }

        let tokens: Tokens
        let answer: @Sendable (RelayHandler, HTTPRequest, ClientKey) async -> HTTPResponse
    }

    let engine: RelayEngine
    let connections: ConnectionLimits
    let gateways: [[UInt8]]
    /// The hash of the credential that shows the counts.
    let metricsCredential: [UInt8]?
    /// Lets so much time pass.
    let pause: @Sendable (Duration) async -> Void
    private let router: Router<Route>
    private let openers: Pool<TokenOpener>
    private let hasWarned = Locked(false)

    init(
        engine: RelayEngine, connections: ConnectionLimits, gateways: [[UInt8]], metricsCredential: [UInt8]? = nil,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.engine = engine
        self.connections = connections
        self.gateways = gateways
        self.metricsCredential = metricsCredential
        self.pause = pause
        let keeper = engine.parts.keeper
        openers = Pool { TokenOpener(keeper) }
        var router = Router<Route>()
        func add(
            _ method: String, _ path: String, _ tokens: Route.Tokens = .none,
            _ answer: @escaping @Sendable (RelayHandler, HTTPRequest, ClientKey) async -> HTTPResponse
        ) {
            router.add(method, path, Route(tokens: tokens, answer: answer))
        }
        add("POST", "/v1/sealed/wake", .toWake) { $0.wake($1, $2) }
        add("GET", "/v1/sealed/keys") { handler, _, client in handler.keys(client) }
        add("POST", "/v1/sealed/enroll", .own) { $0.enroll($1, $2) }
        add("POST", "/v1/sealed/ticket", .own) { $0.ticket($1, $2) }
        add("POST", "/v1/sealed/revoke", .own) { await $0.revoke($1, $2) }
        add("POST", "/v1/sealed/revoke-all", .own) { await $0.revokeAll($1, $2) }
        add("GET", "/cypher-public-key") { handler, _, client in handler.publicKey(client) }
        add("POST", "/issue-notification", .toWake) { $0.issueNotification($1, $2) }
        add("GET", "/health") { _, _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        add("GET", "/metrics") { handler, request, client in handler.metrics(request.head, client) }
        self.router = router
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch router.match(request.head.method, request.head.segments) {
        case .found(let route, _):
            if let refusal = overload(route.tokens) { return refusal }
            return await route.answer(self, request, client(of: request.head))
        case .methodNotAllowed(let allowed):
            var response = RelayAnswer.error("method_not_allowed", status: 405)
            response.headers.add("Allow", allowed.joined(separator: ", "))
            return response
        case .notFound: return RelayAnswer.notFound
        }
    }

    package func refusal(_ reason: HTTPRefusal, head: HTTPRequestHead) -> HTTPResponse {
        switch reason {
        case .bodyTooLarge where head.segments == ["issue-notification"]:
            refuse(client(of: head), tokens: 1) ?? RelayAnswer.simple
        case .bodyTooLarge: RelayAnswer.tooLarge
        case .stopping: RelayAnswer.overloaded
        default: RelayAnswer.error("malformed", status: reason.status)
        }
    }

    /// Refuses a call, before anything in it is read, when nothing can be taken in.
    private func overload(_ tokens: Route.Tokens) -> HTTPResponse? {
        guard tokens != .none else { return nil }
        if tokens == .toWake { engine.parts.metrics.count(.calls) }
        guard engine.state.withLock({ $0.isOverloaded(mayWait: tokens == .toWake) }) else { return nil }
        engine.parts.metrics.count(.overloaded)
        return RelayAnswer.overloaded
    }

    /// Who calls: a gateway by its credential, or else the address.
    private func client(of head: HTTPRequestHead) -> ClientKey {
        if !gateways.isEmpty, let credential = head.bearerToken {
            let hash = Array(SHA256.hash(data: Array(credential.utf8)))
            if let index = gateways.firstIndex(where: { constantTimeEquals($0, hash) }) { return .gateway(index) }
        }
        guard head.remoteAddress?.isLoopback == true, head.isForwarded else { return ClientKey(head.remoteAddress) }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst {
            engine.parts.log(
                .warning,
                "a proxy on this machine is not among trusted_proxies, or names no client: all its clients share one limit"
            )
        }
        return .behindUnknownProxy
    }

    /// Refuses what the client may not send now; nil lets it pass.
    func refuse(_ client: ClientKey, tokens: Int) -> HTTPResponse? {
        guard let wait = connections.wait(client, tokens: tokens) else { return nil }
        engine.parts.metrics.count(.refusedByBudget)
        return RelayAnswer.limited(after: wait)
    }

    /// Puts tokens into the queue. Nothing is looked at before the answer is out.
    func submit(_ tokens: [SealedToken], of client: ClientKey, _ work: (Int) -> RelayJob.Work) -> Bool {
        let notBefore = engine.notBefore()
        let sender = SenderCode(client)
        let jobs = tokens.indices.map {
            RelayJob(token: tokens[$0], work: work($0), client: client, sender: sender, notBefore: notBefore)
        }
        guard engine.submit(jobs, of: client) else {
            engine.parts.metrics.count(.overloaded)
            return false
        }
        engine.parts.metrics.count(.tokens, tokens.count)
        return true
    }

    func malformed(_ client: ClientKey) -> HTTPResponse {
        engine.parts.metrics.count(.malformed)
        return refuse(client, tokens: 1) ?? RelayAnswer.malformed
    }

    /// Opens a token at once, for its owner.
    func withOpener<Result>(_ body: (TokenOpener) -> Result) -> Result? {
        try? openers.lend { body($0) }
    }

    /// `GET /metrics`, for whoever runs the relay and nobody else: single wakes show in the counts, and with them which tokens
    /// are good and which belong together.
    private func metrics(_ head: HTTPRequestHead, _ client: ClientKey) -> HTTPResponse {
        guard showsMetricsCredential(head) || isMachineItself(head, client) else { return RelayAnswer.notFound }
        return .text(engine.parts.metrics.text())
    }

    private func showsMetricsCredential(_ head: HTTPRequestHead) -> Bool {
        guard let metricsCredential, let credential = head.bearerToken else { return false }
        return constantTimeEquals(metricsCredential, Array(SHA256.hash(data: Array(credential.utf8))))
    }

    /// Whether a process of this machine calls, for itself.
    private func isMachineItself(_ head: HTTPRequestHead, _ client: ClientKey) -> Bool {
        guard case .address = client else { return false }
        return head.remoteAddress?.isLoopback == true && !head.isForwarded
    }
}
