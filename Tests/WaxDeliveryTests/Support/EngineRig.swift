// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxHTTP
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// An engine whose thread is the test's: it makes steps when it is told to, on a clock that the test moves.
final class EngineRig {
    let store: TestStore
    let providers: FakeProviders
    let tokens = FakeTokenService()
    let lines = LogLines()
    let inbox = Inbox()
    let loop: EngineLoop

    init(
        store: TestStore? = nil, random: some RandomSource = FixedRandom(),
        _ configure: (inout EngineConfiguration) -> Void = { _ in }
    ) throws {
        let store = try store ?? TestStore()
        self.store = store
        providers = FakeProviders(time: store.time)
        var configuration = EngineConfiguration()
        // Everything happens in the step that it belongs to.
        configuration.smallPage = .max
        configuration.recordDelay = .zero
        configure(&configuration)
        loop = try EngineLoop(
            DeliveryEngine.Parts(
                database: store.database, vault: store.vault,
                authorizer: Authorizer(
                    apns: APNsTokenCache(time: store.time), fcm: FCMTokenSource(transport: tokens, time: store.time),
                    vapid: VAPIDTokenCache(time: store.time)),
                opener: providers, time: store.time, random: random, log: lines.log(store.time)),
            inbox: inbox, configuration: configuration)
    }

    /// Another engine on the same store, as after a crash of this one.
    func restarted(_ configure: (inout EngineConfiguration) -> Void = { _ in }) throws -> EngineRig {
        try store.write { try PushTable($0, $1).forgetLeases() }
        return try EngineRig(store: store, configure)
    }

    /// Makes steps until there is nothing to do without an event or another time.
    func run() {
        var events = inbox.take(atMost: .zero) + [.wake]
        for _ in 0..<100_000 {
            loop.step(events)
            check()
            events = inbox.take(atMost: .zero)
            if events.isEmpty, loop.idleTime > .zero { return }
        }
        Issue.record("the engine does not come to rest")
    }

    /// Makes steps until `condition` holds, and waits for what other threads have to say.
    func run(until condition: () throws -> Bool) async rethrows {
        run()
        for _ in 0..<100 {
            if try condition() { return }
            loop.step(await arrivals())
            run()
        }
        Issue.record("it does not come to that")
    }

    /// What arrives next. Leaves the test's thread to others meanwhile: tasks have only so many.
    private func arrivals() async -> [EngineEvent] {
        let inbox = inbox
        return await withCheckedContinuation { continuation in
            BackgroundThread.start { continuation.resume(returning: inbox.take(atMost: .seconds(10))) }
        }
    }

    /// Moves the clock and lets the engine go on.
    func advance(by span: Duration) {
        store.time.advance(by: span)
        run()
    }

    /// What holds after every step.
    private func check() {
        let underWay = loop.jobs.values.reduce(0) { $0 + $1.progress.underWay }
        #expect(underWay <= loop.configuration.attemptsInFlight)
        #expect(loop.attempts.count <= underWay)
        #expect(loop.jobs.count <= loop.configuration.jobs)
    }

    // MARK: Apps

    /// A live app with credentials for every provider.
    func app(
        _ name: String = "default", requireEncryption: Bool = false, apns: APNsCredential? = TestKeys.apns()
    ) throws -> PushApp {
        var settings = PushAppSettings(name: "Test")
        settings.requireEncryption = requireEncryption
        return try store.addApp(
            owner: try store.owner(name), settings,
            PushAppCredentials(apns: apns, fcm: try TestKeys.fcm(), webPush: TestKeys.vapid()))
    }

    func testApp() throws -> PushApp { try store.addApp(owner: try store.owner("default", .test)) }

    // MARK: What came of it

    func push(_ push: Push) throws -> Push { try store.push(push.seq) }

    /// The states of a push's deliveries in order.
    func states(_ push: Push) throws -> [DeliveryState] { try store.deliveries(push).map(\.state) }

    func codes(_ push: Push) throws -> [String?] { try store.deliveries(push).map(\.errorCode) }

    /// Compares a push's counters with its rows.
    func checkCounts(_ push: Push, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (now, rows) = (try self.push(push), try store.deliveries(push))
        var counted = Push.Counts()
        for row in rows { counted.add(row.state) }
        #expect(now.counts == counted, sourceLocation: sourceLocation)
        let all = now.counts.queued + now.counts.sent + now.counts.failed + now.counts.refused
        #expect(all == Int64(rows.count), sourceLocation: sourceLocation)
    }
}
