// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxCrypto
import WaxEnvelope
import WaxHTTP
import WaxProviders
import WaxSystem

@testable import WaxRelay

/// The relay's own sender against a push service that the owner of a token names.
@Suite(.timeLimit(.minutes(2))) struct BrowserSenderTests {
    /// Answers every request alike, and keeps where it went.
    private final class Service: HTTPHandler {
        let paths = Locked<[String]>([])
        private let status: Int

        init(status: Int) { self.status = status }

        func respond(to request: HTTPRequest) async -> HTTPResponse {
            paths.withLock { $0.append(request.head.path) }
            var response = HTTPResponse.empty(status: status)
            response.headers.add("Location", "/elsewhere")
            return response
        }
    }

    /// Redirects are not followed, and an address inside is not called at all: the device is as good as gone.
    @Test(arguments: [
        (TargetPolicy.any, 201, WakeOutcome.delivered, ["/push"]), (.publicOnly, 201, .dead, []),
        (.any, 301, .rejected(reason: "301"), ["/push"]), (.any, 307, .rejected(reason: "307"), ["/push"]),
        (.any, 401, .tokenRefused(reason: "401"), ["/push"]), (.any, 410, .dead, ["/push"]),
    ])
    func answers(policy: TargetPolicy, status: Int, expected: WakeOutcome, paths: [String]) async throws {
        let service = Service(status: status)
        let certificate = try TestCertificate()
        var configuration = HTTPServer.Configuration()
        configuration.tls = certificate.tls
        let server = try HTTPServer(configuration: configuration, handler: service)
        var app = RelayApp()
        app.webPush = VAPIDCredential(subject: "mailto:push@example.org", privateKey: P256.Signing.PrivateKey())
        let sender = try ProviderSender(
            apps: [TestRelay.app: app],
            endpoints: ProviderEndpoints(settings: ["WAXWING_PROVIDER_CA": certificate.authorityFile]),
            targets: policy, time: SystemTime(), log: .silent)

        let relay = try TestRelay()
        let key = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
        let device = TestDevice(
            name: "browser",
            address: .webPush(
                endpoint: "https://127.0.0.1:\(server.boundPort)/push", p256dh: key,
                auth: [UInt8](repeating: 1, count: 16)))
        let opened = try relay.opener.open(relay.token(device), hour: relay.hour)
        let push = WakePush(
            lane: ProviderLane(app: TestRelay.app, kind: .webPush, isSandbox: false), opened: opened,
            sealed: [UInt8](repeating: 7, count: 188), isVisible: false)
        let outcome = await withCheckedContinuation { continuation in
            sender.send(push) { continuation.resume(returning: $0) }
        }
        #expect(outcome == expected && service.paths.withLock { $0 } == paths)
        sender.stop()
        await server.stop()
    }
}
