// SPDX-License-Identifier: Apache-2.0
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxSystem

/// A push all the way: built, sealed, sent over HTTP/2 and TLS, opened, answered and judged.
@Suite(.timeLimit(.minutes(1))) struct WireTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let deviceKey = P256.KeyAgreement.PrivateKey()
    private let content = PushContent(title: "Your code", body: "123456", data: ["order": 42], badge: 1)

    /// What arrived, and what came back, by the number of the request.
    private final class Exchange: Sendable {
        private let state = Locked(
            (requests: [HTTP2ServerRequest](), outcomes: [UInt64: HTTP2Outcome]()))

        func add(_ requests: [HTTP2ServerRequest]) { state.withLock { $0.requests += requests } }

        func add(_ answers: [HTTP2Answer]) {
            state.withLock { state in
                for answer in answers { state.outcomes[answer.id] = answer.outcome }
            }
            state.notify()
        }

        func wait(for count: Int) -> (requests: [HTTP2ServerRequest], outcomes: [UInt64: HTTP2Outcome]) {
            state.wait { $0.outcomes.count == count ? $0 : nil }
        }
    }

    /// Sends the requests to a server that answers as the token in each of them says.
    private func exchange(
        _ requests: [HTTP2Request], with provider: Provider, token: @escaping @Sendable (HTTP2ServerRequest) -> String?
    ) throws -> (requests: [HTTP2ServerRequest], outcomes: [UInt64: HTTP2Outcome]) {
        let exchange = Exchange()
        let now = now
        let platform: Platform = provider == .apns ? .ios : .android
        let authority = try CertificateAuthority(name: "Test root")
        let server = try HTTP2Server(tls: TLSContext(server: authority.issue(for: ["127.0.0.1"]))) {
            requests, control in
            exchange.add(requests)
            let responses = requests.compactMap { request -> HTTP2ServerResponse? in
                let outcome = TestProvider.outcome(
                    of: MagicToken.outcome(of: token(request) ?? "", platform: platform), platform: platform,
                    attempt: 1, messageID: "m",
                    now: now)
                guard case .response(let response) = outcome else { return nil }
                return HTTP2ServerResponse(
                    to: request.key, status: response.status, headers: response.headers, body: response.body)
            }
            control.respond(responses)
        }
        let client = try HTTP2Client(
            endpoint: HTTP2Endpoint(host: "127.0.0.1", port: server.port),
            tls: TLSContext(clientTrusting: .pem(authority.certificatePEM)),
            configuration: .connection(to: provider)
        ) { exchange.add($0) }
        client.submit(requests)
        let result = exchange.wait(for: requests.count)
        client.close()
        client.waitUntilClosed()
        server.close()
        server.waitUntilClosed()
        return result
    }

    private func code(_ outcome: HTTP2Outcome?, _ provider: Provider) -> String {
        guard let outcome else { return "none" }
        switch ProviderVerdict(of: outcome, from: provider, sentAt: now, now: now).outcome {
        case .accepted(let id): return id ?? "nil"
        case .retry(let rule): return "retry, \(rule.code.rawValue)"
        case .failed(let code, _, _): return code.rawValue
        }
    }

    @Test func apple() throws {
        let cache = APNsTokenCache(time: SystemTime())
        let credential = TestKeys.apns()
        let sealed = APNsPayload.sealed(content, placeholder: .standard)
        let template = try APNsRequestTemplate(
            topic: credential.bundleID,
            authorization: cache.authorization(for: credential, in: .production),
            options: DeliveryOptions(collapseKey: "codes"), due: now)
        let publicKey = HKPublicKey(deviceKey.publicKey)
        let tokens: [MagicToken] = [.accept, .unregistered, .rateLimited, .tooLarge]
        let requests = try tokens.enumerated().map { index, token in
            template.request(
                id: UInt64(index), token: token.rawValue, deliveryID: "pdlv_\(index)",
                messageID: ULID(time: now, random: SystemRandom()),
                body: sealed.body(try HKEnvelope.seal(content.plaintext, to: publicKey), token: token.rawValue))
        }
        let (arrived, outcomes) = try exchange(requests, with: .apns) { request in
            String(request.path.dropFirst("/3/device/".count))
        }
        #expect(
            (0..<4).map { code(outcomes[$0], .apns) } == [
                "m", "TOKEN_UNREGISTERED", "retry, PROVIDER_RATE_LIMITED", "PUSH_PAYLOAD_TOO_LARGE",
            ])
        for request in arrived {
            #expect(request.method == "POST")
            #expect(request.headers["apns-topic"] == "com.example.app")
            #expect(request.headers["apns-collapse-id"] == "codes")
            let payload = try JSONReader.parse(request.body)
            let envelope = try HKEnvelope(#require(payload["hk"]))
            #expect(try PushContent(plaintext: envelope.open(with: deviceKey)) == content)
            let authorization = try #require(request.headers["authorization"])
            let token = try DecodedToken(String(authorization.dropFirst("bearer ".count)))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
            #expect(credential.key.privateKey.publicKey.isValidSignature(signature, for: token.content))
        }
    }

    @Test func google() throws {
        let sealed = FCMPayload.sealed(options: DeliveryOptions())
        let template = FCMRequestTemplate(projectID: "demo-project", authorization: "Bearer ya29.x")
        let publicKey = HKPublicKey(deviceKey.publicKey)
        let tokens: [MagicToken] = [.accept, .badToken, .flaky, .authError]
        let requests = try tokens.enumerated().map { index, token in
            template.request(
                id: UInt64(index),
                body: sealed.body(try HKEnvelope.seal(content.plaintext, to: publicKey), token: token.rawValue))
        }
        let (arrived, outcomes) = try exchange(requests, with: .fcm) { request in
            (try? JSONReader.parse(request.body))?["message"]?["token"]?.stringValue
        }
        #expect(
            (0..<4).map { code(outcomes[$0], .fcm) } == [
                "projects/test/messages/m", "TOKEN_INVALID", "retry, PROVIDER_UNAVAILABLE", "PROVIDER_AUTH_FAILED",
            ])
        for request in arrived {
            #expect(request.path == "/v1/projects/demo-project/messages:send")
            #expect(request.headers["authorization"] == "Bearer ya29.x")
            let message = try #require(JSONReader.parse(request.body)["message"])
            let envelope = try HKEnvelope(parsing: #require(message["data"]?["hk"]?.stringValue).bytes)
            #expect(try PushContent(plaintext: envelope.open(with: deviceKey)) == content)
        }
    }
}
