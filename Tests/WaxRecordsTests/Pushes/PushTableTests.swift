// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxJSON
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct PushTableTests {
    private let store: TestStore
    private let app: PushApp

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    private func content(of push: Push) throws -> StoredContent {
        let protected = try #require(try store.read { try PushTable($0, $1).protectedContent(of: push) })
        return try StoredContent(protected: protected, of: push.id, store.vault)
    }

    @Test func anImmediatePush() throws {
        let push = try store.addPush(
            app, to: .users(["anna", "b\"é"]),
            options: DeliveryOptions(priority: .normal, ttlSeconds: 60, collapseKey: "chat"))
        #expect(push.state == .queued && push.scheduledAt == nil && push.createdAt == store.now && push.sentAt == nil)
        #expect(push.owner == app.owner && push.app == app.seq && push.appID == app.id)
        #expect(push.target == .users(["anna", "b\"é"]))
        #expect(push.priority == .normal && push.ttlSeconds == 60 && push.counts == Push.Counts())
        #expect(!push.isPurged && push.errorCode == nil)
        let stored = try content(of: push)
        #expect(stored.content == SeedVector.content && stored.collapseKey == "chat")
        #expect(
            push.options(stored) == DeliveryOptions(priority: .normal, ttlSeconds: 60, collapseKey: "chat"))
    }

    @Test func aScheduledPush() throws {
        let time = store.now + .seconds(60)
        let push = try store.addPush(app, to: .devices([store.newID()]), at: time)
        #expect(push.state == .scheduled && push.scheduledAt == time)
        #expect(try store.read { try PushTable($0, $1).nextDue(now: store.now) } == time)
    }

    @Test func encryptedShowsTheAppsSettingUntilSendingStarts() throws {
        let push = try store.addPush(app)
        #expect(try !store.push(push.seq).encrypted)
        var settings = app.settings
        settings.requireEncryption = true
        try store.change(app, settings)
        #expect(try store.push(push.seq).encrypted)
        let (now, until) = (store.now, store.now + .seconds(60))
        _ = try store.write { try PushTable($0, $1).claim(limit: 1, leaseUntil: until, now: now) }
        settings.requireEncryption = false
        try store.change(app, settings)
        #expect(try store.push(push.seq).encrypted)
    }

    @Test func nobodyElseFindsIt() throws {
        let push = try store.addPush(app)
        #expect(try store.read { try PushTable($0, $1).find(push.id, owner: app.owner) }?.seq == push.seq)
        for owner in [try store.owner("other"), try store.owner("default", .test)] {
            #expect(try store.read { try PushTable($0, $1).find(push.id, owner: owner) } == nil)
        }
    }

    @Test(arguments: [
        PushContent(title: "t"), PushContent(body: ""), PushContent(title: "", body: "b"),
        PushContent(
            title: "\"\\\u{0}é", body: "\u{2028}",
            data: ["n": .number(JSONNumber("1e400") ?? 0), "o": ["z": 1, "a": []]],
            badge: 0, sound: "s", threadID: "t"),
    ])
    func contentComesBackToTheLetter(content: PushContent) throws {
        for key in [nil, "k", "\" \\", String(repeating: "x", count: 64)] {
            let id = store.newID()
            let protected = try StoredContent(content: content, collapseKey: key).protected(of: id, store.vault)
            let read = try StoredContent(protected: protected, of: id, store.vault)
            #expect(read.content == content && read.content?.plaintext == content.plaintext && read.collapseKey == key)
            #expect(throws: RestError.self) { try StoredContent(protected: protected, of: store.newID(), store.vault) }
        }
    }

    @Test func anotherPushsContentDoesNotOpen() throws {
        let (first, second) = (try store.addPush(app), try store.addPush(app))
        try store.tamper(
            "UPDATE pushes SET content = (SELECT content FROM pushes WHERE seq = ?) WHERE seq = ?",
            [.integer(first.seq), .integer(second.seq)])
        #expect(throws: RestError.self) { try content(of: second) }
    }

    @Test(arguments: [
        "target = '{\"users\":1}'", "target = '[]'", "target = '{\"other\":[]}'", "target = '{\"devices\":[\"x\"]}'",
        "target = 'x'", "state = 99", "priority = 7", "mode = 2", "id = x'00'",
    ])
    func aDamagedRowIsAnError(assignment: String) throws {
        let push = try store.addPush(app)
        try store.tamper("UPDATE pushes SET \(assignment)")
        #expect(throws: (any Error).self) { try store.push(push.seq) }
    }
}
