// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxHTTP
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@testable import WaxDelivery

/// Rows that the server would not have written: their push fails, and no other push is the worse for it.
@Suite struct DamageTests {
    private let rig: EngineRig
    private let app: PushApp
    private let other: PushApp

    init() throws {
        rig = try EngineRig()
        (app, other) = (try rig.app(), try rig.app("other"))
        for app in [app, other] { for index in 0..<3 { try rig.store.addDevice(app, "a\(index)") } }
    }

    @Test(arguments: [
        ("content = zeroblob(80)", "CONTENT_UNREADABLE"), ("content = NULL", "CONTENT_UNREADABLE"),
        ("content = (SELECT content FROM pushes ORDER BY seq LIMIT 1)", "CONTENT_UNREADABLE"),
        ("target = '{'", "RECORD_DAMAGED"), ("target = '{\"users\":[1]}'", "RECORD_DAMAGED"),
        ("priority = 9", "RECORD_DAMAGED"), ("fan_out = '1'", "RECORD_DAMAGED"),
    ])
    func aDamagedPushFailsAlone(assignment: String, code: String) throws {
        let first = try rig.store.addPush(other)
        let damaged = try rig.store.addPush(app)
        let last = try rig.store.addPush(other)
        try rig.store.tamper("UPDATE pushes SET \(assignment) WHERE seq = ?", [.integer(damaged.seq)])
        rig.run()
        for push in [first, last] { #expect(try rig.push(push).state == .sent) }
        let row = try rig.store.database.read { sql in
            try sql.first("SELECT state, error_code FROM pushes WHERE seq = ?", [.integer(damaged.seq)]) {
                (PushState(rawValue: try $0.integer(0)), try $0.text(1))
            }
        }
        #expect(row?.0 == .failed && row?.1 == code)
        #expect(
            try rig.store.integers("SELECT count(*) FROM pushes WHERE due_at IS NOT NULL OR content IS NOT NULL") == [0]
        )
        #expect(rig.providers.sent.count == 6)
    }

    @Test func aDamagedCredentialFailsItsPlatformAloneUntilItIsMended() async throws {
        for platform in [Platform.android, .web] {
            for app in [app, other] { try rig.store.addDevice(app, "b", platform) }
        }
        try rig.store.tamper("UPDATE push_apps SET apns = zeroblob(80) WHERE seq = ?", [.integer(app.seq)])
        let pushes = try [app, other].map { try rig.store.addPush($0) }
        try await rig.run { try pushes.allSatisfy { try rig.push($0).state.isFinal } }
        #expect(try rig.push(pushes[0]).counts == Push.Counts(sent: 2, failed: 3))
        #expect(try rig.codes(pushes[0]).filter { $0 != nil } == Array(repeating: "PROVIDER_AUTH_FAILED", count: 3))
        #expect(try rig.push(pushes[1]).counts == Push.Counts(sent: 5))
        #expect(rig.lines.count("its credential for apns is damaged") == 1)
        #expect(try rig.store.integers("SELECT count(*) FROM devices WHERE active = 0") == [0])

        let (damaged, now) = (
            try #require(try rig.store.read { try PushAppTable($0, $1).find(seq: app.seq) }), rig.store.now
        )
        try rig.store.write { sql, vault in
            var credentials = PushAppTable.credentials(of: damaged, vault)
            credentials.apns = TestKeys.apns()
            credentials.damaged = []
            try PushAppTable(sql, vault).update(damaged, to: damaged.settings, credentials, now: now)
        }
        let after = try rig.store.addPush(app)
        try await rig.run { try rig.push(after).state.isFinal }
        #expect(try rig.push(after).counts == Push.Counts(sent: 5))
    }

    @Test func contentThatIsDamagedLaterEndsWhatIsUnfinished() throws {
        rig.providers.answer { sent in sent.request.path.hasSuffix("a1") ? .apns(503, "ServiceUnavailable") : .accepted
        }
        let push = try rig.store.addPush(app)
        rig.run()
        #expect(try rig.states(push) == [.sent, .queued, .sent])
        try rig.store.tamper("UPDATE pushes SET content = zeroblob(80)")
        rig.advance(by: .seconds(900))
        #expect(try rig.states(push) == [.sent, .failed, .sent])
        #expect(try rig.codes(push)[1] == "CONTENT_UNREADABLE")
        #expect(try rig.push(push).state == .sent && rig.push(push).errorCode == "CONTENT_UNREADABLE")
        try rig.checkCounts(push)
    }

    @Test func aDamagedDeviceEndsItsPushWithWhatWasSent() throws {
        let rig = try EngineRig { $0.pageSize = 2 }
        let app = try rig.app()
        for index in 0..<6 { try rig.store.addDevice(app, "a\(index)") }
        try rig.store.tamper("UPDATE devices SET platform = 9 WHERE seq = 5")
        let push = try rig.store.addPush(app)
        let whole = try rig.store.addPush(app, to: .devices([try #require(try rig.store.device(1)).id]))
        rig.run()
        #expect(try rig.push(push).state == .sent && rig.push(push).errorCode == "RECORD_DAMAGED")
        #expect(try rig.states(push).allSatisfy { $0 == .sent })
        #expect(try rig.push(whole).state == .sent && rig.push(whole).errorCode == nil)
        try rig.checkCounts(push)
    }

    @Test func aPageThatCannotBeWrittenEndsItsPushAlone() throws {
        let (push, whole) = (try rig.store.addPush(app), try rig.store.addPush(other))
        // A row that stands where the push's first delivery belongs.
        try rig.store.tamper(
            """
            INSERT INTO deliveries (push, n, device, state, encrypted, attempts, spent, created_at)
            VALUES (?, 0, 1, 2, 0, 1, 0, 0)
            """, [.integer(push.seq)])
        rig.run()
        #expect(try rig.push(whole).state == .sent)
        #expect(try rig.push(push).state == .failed && rig.push(push).errorCode == "RECORD_DAMAGED")
        #expect(rig.lines.count("what came of it cannot be written: unique") == 1)
        #expect(rig.providers.sent.count == 3)
    }

    @Test func aPushWhoseEndCannotBeWrittenEitherIsLeftAlone() throws {
        let push = try rig.store.addPush(app)
        try rig.store.tamper(
            "CREATE TRIGGER stuck BEFORE UPDATE OF device_count, state ON pushes WHEN old.seq = \(push.seq) AND new.lease_epoch = old.lease_epoch BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        let whole = try rig.store.addPush(other)
        rig.run()
        #expect(try rig.push(whole).state == .sent)
        #expect(rig.loop.jobs.isEmpty && rig.providers.sent.count == 3)
        // It comes back when its lease is over, and no sooner.
        let errors = rig.lines.count("cannot be written")
        rig.advance(by: .seconds(59))
        #expect(rig.lines.count("cannot be written") == errors)
        rig.advance(by: .seconds(1))
        #expect(rig.lines.count("cannot be written") > errors)
    }
}
