// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxCrypto
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct PushAppTableTests {
    private func settings() -> PushAppSettings {
        var settings = PushAppSettings(name: "Café")
        settings.requireEncryption = true
        settings.placeholderTitle = "Message"
        settings.placeholderBody = "Open the app"
        settings.padding = 256
        return settings
    }

    @Test func anAppComesBackAsItWasStored() throws {
        let store = try TestStore()
        let owner = try store.owner()
        let app = try store.addApp(
            owner: owner, settings(), PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm()))
        #expect(app.owner == owner && app.createdAt == store.now && app.updatedAt == store.now)
        #expect(app.settings.name == "Café" && app.settings.requireEncryption && app.settings.padding == 256)
        #expect(app.settings.placeholderTitle == "Message" && app.settings.placeholderBody == "Open the app")
        let credentials = PushAppTable.credentials(of: app, store.vault)
        #expect(credentials.apns?.key.privateKey.pemRepresentation == TestKeys.p8)
        #expect(credentials.apns?.teamID == "TEAM123456" && credentials.apns?.bundleID == "com.example.app")
        #expect(credentials.fcm?.identity == (try TestKeys.fcm()).identity)
        #expect(credentials.fcm?.privateKey.pemRepresentation == (try TestKeys.fcm()).privateKey.pemRepresentation)
        let found = try #require(try store.read { try PushAppTable($0, $1).find(seq: app.seq) })
        #expect(found.id == app.id)
    }

    @Test func defaultsAndMissingCredentials() throws {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        #expect(app.settings.placeholderTitle == "New notification" && app.settings.placeholderBody == "")
        #expect(app.settings.padding == nil && !app.settings.requireEncryption)
        #expect(app.protectedAPNs == nil && app.protectedFCM == nil)
        let credentials = PushAppTable.credentials(of: app, store.vault)
        #expect(credentials.apns == nil && credentials.fcm == nil)
    }

    @Test func changesTakePlace() throws {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner(), settings(), PushAppCredentials(apns: TestKeys.apns()))
        store.time.advance(by: .seconds(1))
        let later = store.now
        try store.write { sql, vault in
            try PushAppTable(sql, vault).update(
                app, to: PushAppSettings(name: "Other"), PushAppCredentials(fcm: try TestKeys.fcm()), now: later)
        }
        let changed = try #require(try store.read { try PushAppTable($0, $1).find(app.id, owner: app.owner) })
        #expect(changed.settings.name == "Other" && !changed.settings.requireEncryption)
        #expect(changed.createdAt == app.createdAt && changed.updatedAt == later)
        let credentials = PushAppTable.credentials(of: changed, store.vault)
        #expect(credentials.apns == nil && credentials.fcm != nil)
    }

    @Test func nobodyElseFindsIt() throws {
        let store = try TestStore()
        let app = try store.addApp(owner: try store.owner("a", .live))
        for other in [try store.owner("a", .test), try store.owner("b", .live), try store.owner("b", .test)] {
            #expect(try store.read { try PushAppTable($0, $1).find(app.id, owner: other) } == nil)
            #expect(try store.read { try PushAppTable($0, $1).list(owner: other, before: nil, limit: 9) }.isEmpty)
        }
    }

    @Test(arguments: 1...6) func theListGoesBackwardsPageByPage(limit: Int) throws {
        let store = try TestStore()
        let (owner, other) = (try store.owner("a"), try store.owner("b"))
        var ids: [ULID] = []
        for number in 0..<5 {
            ids.append(try store.addApp(owner: owner, PushAppSettings(name: "\(number)")).id)
            _ = try store.addApp(owner: other)
        }
        var found: [ULID] = []
        var before: Int64?
        while true {
            let page = try store.read { try PushAppTable($0, $1).list(owner: owner, before: before, limit: limit) }
            #expect(page.count <= limit)
            guard let last = page.last else { break }
            found += page.map(\.id)
            before = last.seq
        }
        #expect(found == ids.reversed())
    }

    @Test func anotherAppsCredentialsDoNotOpen() throws {
        let store = try TestStore()
        let owner = try store.owner()
        let credentials = PushAppCredentials(apns: TestKeys.apns(), fcm: try TestKeys.fcm())
        let first = try store.addApp(owner: owner, PushAppSettings(name: "1"), credentials)
        let second = try store.addApp(owner: owner, PushAppSettings(name: "2"), credentials)
        try store.tamper(
            "UPDATE push_apps SET apns = (SELECT apns FROM push_apps WHERE seq = ?) WHERE seq = ?",
            [.integer(first.seq), .integer(second.seq)])
        let moved = try #require(try store.read { try PushAppTable($0, $1).find(seq: second.seq) })
        let ofMoved = PushAppTable.credentials(of: moved, store.vault)
        #expect(ofMoved.damaged == [.apns] && ofMoved.apns == nil && ofMoved.fcm != nil)
        // The other column of the same row is another place, too.
        try store.tamper("UPDATE push_apps SET apns = fcm WHERE seq = ?", [.integer(first.seq)])
        let swapped = try #require(try store.read { try PushAppTable($0, $1).find(seq: first.seq) })
        let ofSwapped = PushAppTable.credentials(of: swapped, store.vault)
        #expect(ofSwapped.damaged == [.apns] && ofSwapped.apns == nil && ofSwapped.fcm != nil)
    }
}
