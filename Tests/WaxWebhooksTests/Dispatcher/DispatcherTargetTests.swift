// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import WaxHTTP
import WaxRecords
import WaxSystem
import WaxWebhooks

/// Where requests do not go. The names are resolved by the system, and judged where the connection is made.
@Suite struct DispatcherTargetTests {
    @Test(arguments: [
        ("http://localhost:1/", "FORBIDDEN_ADDRESS"), ("http://127.0.0.1:1/", "FORBIDDEN_ADDRESS"),
        ("http://[::1]:1/", "FORBIDDEN_ADDRESS"), ("http://0.0.0.0:1/", "FORBIDDEN_ADDRESS"),
        ("http://10.0.0.1:1/", "FORBIDDEN_ADDRESS"), ("http://169.254.169.254/latest/meta-data/", "FORBIDDEN_ADDRESS"),
        ("http://[::ffff:127.0.0.1]:1/", "FORBIDDEN_ADDRESS"), ("http://[64:ff9b::7f00:1]:1/", "FORBIDDEN_ADDRESS"),
        ("http://2130706433:1/", "FORBIDDEN_ADDRESS"), ("http://nowhere.invalid/", "HOST_NOT_FOUND"),
        ("gopher://example.com/", "INVALID_URL"),
    ])
    func aTargetThatIsNotOfThePublicInternetIsRefused(url: String, reason: String) async throws {
        let stage = try WebhookStage()
        let webhook = try stage.addWebhook(url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher(policy: .publicOnly)
        defer { dispatcher.stop() }
        let attempt = try #require(try await stage.attempts(webhook, count: 1).first)
        #expect(attempt.errorReason == reason)
        #expect(attempt.httpStatus == nil)
        #expect(!attempt.isSuccess)
    }

    @Test func noRedirectIsFollowed() async throws {
        let stage = try WebhookStage()
        let aim = try Receiver()
        let url = aim.url
        let receiver = try Receiver { _, _ in
            HTTPResponse(status: 307, headers: HTTPHeaders([("Location", url)]))
        }
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        let dispatcher = stage.dispatcher()
        defer { dispatcher.stop() }
        #expect(try await stage.attempts(webhook, count: 1).map(\.errorReason) == ["HTTP_307"])
        #expect(aim.deliveries.isEmpty)
    }

    @Test func anEndpointThatTakesTooLongHasFailed() async throws {
        let stage = try WebhookStage()
        let end = Locked(false)
        let receiver = try Receiver { _, _ in
            _ = await inBackground { end.wait(atMost: .seconds(120)) { $0 ? true : nil } }
            return .empty()
        }
        let webhook = try stage.addWebhook(receiver.url)
        let push = try stage.addPush()
        try stage.record([.push(.sent, push: push.seq)])
        var configuration = DispatcherConfiguration()
        configuration.timeout = .milliseconds(200)
        let dispatcher = stage.dispatcher(configuration)
        defer { dispatcher.stop() }
        #expect(try await stage.attempts(webhook, count: 1).map(\.errorReason) == ["TIMEOUT"])
        end.withLock { $0 = true }
        end.notify()
    }
}
