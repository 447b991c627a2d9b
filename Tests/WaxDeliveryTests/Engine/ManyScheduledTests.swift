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

/// Ten thousand pushes that are due in the same second, on the engine's own thread.
@Suite(.timeLimit(.minutes(20))) struct ManyScheduledTests {
    private static let count = 10_000

    private let store: TestStore
    private let providers: FakeProviders
    /// How many pushes the engine has settled.
    private let settled = Locked(0)

    init() throws {
        store = try TestStore()
        providers = FakeProviders(time: store.time)
    }

    @Test func allGoOutOnceButTheCancelledAndTheMoved() async throws {
        let app = try store.addApp(
            owner: try store.owner(), PushAppSettings(name: "Test"), PushAppCredentials(apns: TestKeys.apns()))
        try store.addDevice(app, "aa", key: DeviceKeys().publicKey)
        let due = store.now + .seconds(3600)
        let pushes = try schedule(app, at: due)
        let (cancelled, moved) = (4321, 8765)
        let now = store.now
        #expect(try store.write { try PushTable($0, $1).cancel(pushes[cancelled], now: now) })
        #expect(try store.write { try PushTable($0, $1).reschedule(pushes[moved], to: due + .seconds(60)) })

        let engine = try engine()
        store.time.advance(by: .milliseconds(3_599_999))
        // One that is for now shows that the engine has looked.
        _ = try store.addPush(app, options: DeliveryOptions(collapseKey: "now"))
        engine.wake()
        try await waitForSettled(1)
        #expect(providers.sent.count == 1)

        store.time.advance(by: .seconds(1))
        engine.wake()
        try await waitForSettled(Self.count - 1)
        #expect(try store.push(pushes[cancelled].seq).state == .cancelled)
        #expect(try store.push(pushes[moved].seq).state == .scheduled)

        store.time.advance(by: .seconds(60))
        engine.wake()
        try await waitForSettled(Self.count)
        engine.stop()
        let sent = providers.sent.map { $0.request.headers["apns-collapse-id"] ?? "" }
        let expected = (0..<Self.count).filter { $0 != cancelled }.map { "push-\($0)" } + ["now"]
        #expect(sent.sorted() == expected.sorted())
        #expect(sent.last == "push-\(moved)")
        #expect(
            try store.integers(
                "SELECT count(*) FROM deliveries WHERE state = ?", [.integer(DeliveryState.sent.rawValue)])
                == [Int64(Self.count)])
    }

    private func engine() throws -> DeliveryEngine {
        let settled = settled
        return try DeliveryEngine(
            DeliveryEngine.Parts(
                database: store.database, vault: store.vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: store.time),
                    fcm: FCMTokenSource(transport: FakeTokenService(), time: store.time),
                    vapid: VAPIDTokenCache(time: store.time)),
                opener: providers, time: store.time,
                log: Log(minimum: .debug, time: store.time) { line in
                    guard line.contains(": settled") else { return }
                    settled.withLock { $0 += 1 }
                    settled.notify()
                }))
    }

    private func waitForSettled(_ count: Int) async throws {
        let settled = settled
        let isSettled = await inBackground {
            settled.wait(atMost: .seconds(600)) { $0 >= count ? true : nil } ?? false
        }
        guard isSettled else { throw TestFailure("\(settled.withLock { $0 }) pushes settled and not \(count)") }
    }

    /// Schedules the pushes within one second, each known by its collapse key.
    private func schedule(_ app: PushApp, at due: Timestamp) throws -> [Push] {
        let ids = (0..<Self.count).map { _ in store.newID() }
        let now = store.now
        return try store.write { sql, vault in
            let pushes = PushTable(sql, vault)
            return try ids.enumerated().map { number, id in
                let options = DeliveryOptions(collapseKey: "push-\(number)")
                try pushes.insert(
                    NewPush(
                        id: id, owner: app.owner, app: app.seq, target: .all,
                        content: StoredContent(content: SeedVector.content, collapseKey: options.collapseKey),
                        priority: options.priority, ttlSeconds: Int64(options.ttlSeconds),
                        scheduledAt: due + .milliseconds(number % 1000), deviceCount: 1), now: now)
                guard let push = try pushes.find(id, owner: app.owner) else { throw RecordError.vanished("pushes") }
                return push
            }
        }
    }
}
