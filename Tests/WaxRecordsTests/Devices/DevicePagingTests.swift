// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct DevicePagingTests {
    private let store: TestStore
    private let app: PushApp
    private let devices: [Device]

    /// Nine active devices of three users, with others between them that no push may reach.
    init() throws {
        let store = try TestStore()
        let owner = try store.owner()
        let (app, other) = (try store.addApp(owner: owner), try store.addApp(owner: owner))
        var devices: [Device] = []
        for number in 0..<9 {
            let platform: Platform = number.isMultiple(of: 2) ? .ios : .android
            devices.append(try store.addDevice(app, "t\(number)", platform, user: "u\(number % 3)"))
            try store.addDevice(other, "t\(number)", platform, user: "u\(number % 3)")
        }
        let (dead, gone, now) = (
            try store.addDevice(app, "dead", user: "u0"), try store.addDevice(app, "gone", user: "u0"), store.now
        )
        try store.write { sql, vault in
            try DeviceTable(sql, vault).deactivate(
                dead.seq, reason: "x", unlessRegisteredSince: now + .seconds(1), now: now)
            try DeviceTable(sql, vault).delete(gone, now: now)
        }
        (self.store, self.app, self.devices) = (store, app, devices)
    }

    private func seqs(of target: PushTarget, limit: Int) throws -> [Int64] {
        var found: [Int64] = []
        var cursor: FanOutCursor? = .start
        while let from = cursor {
            let page = try store.read {
                try DeviceTable($0, $1).page(of: target, app: app.seq, from: from, limit: limit)
            }
            #expect(page.devices.count <= limit)
            found += page.devices.map(\.seq)
            // A cursor survives being stored.
            cursor = page.next.flatMap { FanOutCursor(text: $0.text) }
            #expect(cursor == page.next)
        }
        return found
    }

    @Test(arguments: 1...11) func allDevicesComeInTheOrderOfTheirKeys(limit: Int) throws {
        #expect(try seqs(of: .all, limit: limit) == devices.map(\.seq))
    }

    @Test(arguments: 1...11) func usersComeInTheirOrder(limit: Int) throws {
        let expected = ["u2", "u0", "u1"].flatMap { user in devices.filter { $0.userID == user }.map(\.seq) }
        #expect(try seqs(of: .users(["u2", "nobody", "u0", "u1"]), limit: limit) == expected)
    }

    @Test(arguments: 1...11) func devicesComeInTheirOrder(limit: Int) throws {
        let wanted = [devices[7], devices[0], devices[3]]
        let unknown = store.newID()
        #expect(
            try seqs(of: .devices([wanted[0].id, unknown, wanted[1].id, wanted[2].id]), limit: limit)
                == wanted.map(\.seq))
        #expect(try seqs(of: .devices([]), limit: limit) == [])
        #expect(try seqs(of: .users([]), limit: limit) == [])
    }

    @Test func aDeviceThatComesMeanwhileIsReachedBehindTheCursor() throws {
        let first = try store.read { try DeviceTable($0, $1).page(of: .all, app: app.seq, from: .start, limit: 4) }
        let late = try store.addDevice(app, "late")
        let rest = try store.read { sql, vault in
            try DeviceTable(sql, vault).page(of: .all, app: app.seq, from: try #require(first.next), limit: 100)
        }
        #expect((first.devices + rest.devices).map(\.seq) == devices.map(\.seq) + [late.seq])
        #expect(rest.next == nil)
    }

    @Test(arguments: ["", ":", "1", "1:", ":1", "1:2:3", "-1:0", "a:b", "1 :2", "1:2 "])
    func otherCursorsAreNotRead(text: String) {
        #expect(FanOutCursor(text: text) == nil)
    }

    @Test func aPlaceBehindTheListIsItsEnd() throws {
        let page = try store.read { sql, vault in
            try DeviceTable(sql, vault).page(
                of: .users(["u0"]), app: app.seq, from: FanOutCursor(position: 5, device: 0), limit: 3)
        }
        #expect(page.devices.isEmpty && page.next == nil)
    }
}
