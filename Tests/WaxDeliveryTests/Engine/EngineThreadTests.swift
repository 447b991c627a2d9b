// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxDelivery
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// The engine on its own thread, with answers from others.
@Suite struct EngineThreadTests {
    private let store: TestStore
    private let providers: FakeProviders
    private let lines = LogLines()

    init() throws {
        store = try TestStore()
        providers = FakeProviders(time: store.time)
    }

    private func engine() throws -> DeliveryEngine {
        try DeliveryEngine(
            DeliveryEngine.Parts(
                database: store.database, vault: store.vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: store.time),
                    fcm: FCMTokenSource(transport: FakeTokenService(), time: store.time),
                    vapid: VAPIDTokenCache(time: store.time)),
                opener: providers, time: store.time, log: lines.log(store.time)))
    }

    @Test func answersFromManyThreads() async throws {
        let app = try store.addApp(
            owner: try store.owner(), PushAppSettings(name: "Test"), PushAppCredentials(apns: TestKeys.apns()))
        for index in 0..<200 { try store.addDevice(app, "a\(index)f") }
        providers.hold()
        for _ in 0..<3 { providers.releaseFromAnotherThread(7) }
        let engine = try engine()
        let pushes = try (0..<20).map { _ in try store.addPush(app) }
        engine.wake()
        try await lines.wait(for: "settled", count: 20)
        engine.stop()
        providers.stop()
        for push in pushes { #expect(try store.push(push.seq).counts == Push.Counts(sent: 200)) }
        #expect(providers.sent.count == 4000)
    }

    @Test func nothingIsBegunAfterAStop() throws {
        let app = try store.addApp(owner: try store.owner("default", .test))
        try store.addDevice(app, "test_accept")
        let engine = try engine()
        engine.stop()
        let push = try store.addPush(app)
        engine.wake()
        // The thread has ended, so this one waits for nothing.
        engine.stop()
        #expect(try store.push(push.seq).state == push.state)
        #expect(try store.push(push.seq).counts == push.counts)
    }

    @Test func pushesThatComeWhileItRunsAreSent() async throws {
        let app = try store.addApp(owner: try store.owner("default", .test))
        for token in ["test_accept", "test_rejected", "test_unregistered"] { try store.addDevice(app, token) }
        store.time.advance(by: .seconds(1))
        let engine = try engine()
        var pushes: [Push] = []
        for _ in 0..<30 {
            pushes.append(try store.addPush(app))
            engine.wake()
        }
        try await lines.wait(for: "settled", count: 30)
        engine.stop()
        #expect(try pushes.allSatisfy { try store.push($0.seq).state == .sent })
    }
}
