// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxSystem

/// What a registration makes of a browser, by its endpoint.
@Suite struct WebDeviceTests {
    private let store: TestStore
    private let app: PushApp
    private let url = "https://push.example.net/send/abc"

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    private func stored(_ device: Device) throws -> WebPushSubscription? {
        WebPushSubscription(stored: try store.read { try DeviceTable($0, $1).token(of: device) })
    }

    @Test func aBrowserIsKnownByItsEndpoint() throws {
        let (first, second) = (TestBrowser(url), TestBrowser(url))
        let key = DeviceKeys().publicKey
        let device = try store.addBrowser(app, first, user: "anna", key: key)
        #expect(device.platform == .web && device.environment == nil && device.isActive)
        #expect(try stored(device) == first.subscription)
        // The same endpoint with other keys: the browser has subscribed anew.
        let again = try store.addBrowser(app, second)
        #expect(again.id == device.id && again.userID == "anna" && again.keyID == key.keyID)
        #expect(try stored(again) == second.subscription)
        #expect(try stored(try #require(try store.device(device.seq))) == second.subscription)
        #expect(try store.addBrowser(app, TestBrowser(url + "d")).id != device.id)
    }

    @Test func itIsFoundAndRetiredByItsEndpoint() throws {
        let device = try store.addBrowser(app, TestBrowser(url))
        let now = store.now
        try store.write { sql, vault in
            let devices = DeviceTable(sql, vault)
            #expect(try devices.find(app: app.seq, platform: .web, token: url)?.seq == device.seq)
            #expect(try devices.find(app: app.seq, platform: .android, token: url) == nil)
            try devices.retire(app: app.seq, platform: .web, token: url, now: now)
        }
        let retired = try #require(try store.device(device.seq))
        #expect(!retired.isActive && retired.deactivationReason == "REPLACED")
    }

    @Test func itCountsAsAKindOfItsOwn() throws {
        try store.addBrowser(app, TestBrowser(url))
        try store.addBrowser(app, TestBrowser("b"), key: DeviceKeys().publicKey)
        let audience = try store.read { try DeviceTable($0, $1).audience(of: .all, app: app.seq) }
        #expect(
            audience.devices == [
                Audience.Kind(platform: .web, hasKey: false): 1, Audience.Kind(platform: .web, hasKey: true): 1,
            ])
        var filter = DeviceFilter()
        filter.platform = .web
        let (owner, web) = (app.owner, filter)
        #expect(
            try store.read { try DeviceTable($0, $1).list(owner: owner, filter: web, before: nil, limit: 10) }.count
                == 2)
    }

    @Test func theKeyOfAnAppIsStored() throws {
        let app = try store.addApp(
            owner: app.owner, PushAppSettings(name: "Web"), PushAppCredentials(webPush: TestKeys.vapid()))
        let read = PushAppTable.credentials(of: app, store.vault)
        #expect(read.webPush?.publicKey == TestKeys.vapid().publicKey && read.apns == nil && read.fcm == nil)
        let now = store.now
        try store.write { try PushAppTable($0, $1).update(app, to: app.settings, PushAppCredentials(), now: now) }
        let changed = try #require(try store.read { try PushAppTable($0, $1).find(seq: app.seq) })
        #expect(changed.protectedWebPush == nil)
    }
}
