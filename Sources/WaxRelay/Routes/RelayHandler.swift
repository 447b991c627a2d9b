// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
package import WaxHTTP
import WaxJSON
import WaxSystem

/// The routes of a relay.
package struct RelayHandler: HTTPHandler {
    private typealias Route = @Sendable (RelayHandler, HTTPRequest, ClientKey) async -> HTTPResponse

    let engine: RelayEngine
    let connections: ConnectionLimits
    let gateways: [[UInt8]]
    /// Lets so much time pass.
    let pause: @Sendable (Duration) async -> Void
    private let router: Router<Route>
    private let openers: Pool<TokenOpener>

    init(
        engine: RelayEngine, connections: ConnectionLimits, gateways: [[UInt8]],
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.engine = engine
        self.connections = connections
        self.gateways = gateways
        self.pause = pause
        let keeper = engine.parts.keeper
        openers = Pool { TokenOpener(keeper) }
        var router = Router<Route>()
        router.add("POST", "/v1/sealed/wake") { $0.wake($1, $2) }
        router.add("GET", "/v1/sealed/keys") { handler, _, client in handler.keys(client) }
        router.add("POST", "/v1/sealed/enroll") { $0.enroll($1, $2) }
        router.add("POST", "/v1/sealed/ticket") { $0.ticket($1, $2) }
        router.add("POST", "/v1/sealed/revoke") { await $0.revoke($1, $2) }
        router.add("POST", "/v1/sealed/revoke-all") { await $0.revokeAll($1, $2) }
        router.add("GET", "/cypher-public-key") { handler, _, client in handler.publicKey(client) }
        router.add("POST", "/issue-notification") { $0.issueNotification($1, $2) }
        router.add("GET", "/health") { _, _, _ in .json(Array(#"{"status":"ok"}"#.utf8)) }
        router.add("GET", "/metrics") { handler, request, client in handler.metrics(request, client) }
        self.router = router
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        switch router.match(request.head.method, request.head.segments) {
        case .found(let route, _): return await route(self, request, client(of: request.head))
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

    /// Who calls: a gateway by its credential, or else the address.
    private func client(of head: HTTPRequestHead) -> ClientKey {
        if !gateways.isEmpty, let credential = head.bearerToken {
            let hash = Array(SHA256.hash(data: Array(credential.utf8)))
            if let index = gateways.firstIndex(where: { constantTimeEquals($0, hash) }) { return .gateway(index) }
        }
        return ClientKey(head.remoteAddress)
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
        let jobs = tokens.indices.map { RelayJob(token: tokens[$0], work: work($0), notBefore: notBefore) }
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

    private func metrics(_ request: HTTPRequest, _ client: ClientKey) -> HTTPResponse {
        let isOwn = request.head.remoteAddress?.isLoopback ?? false
        if case .address = client, !isOwn { return RelayAnswer.notFound }
        return .text(engine.parts.metrics.text())
    }
}
