// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct DeviceListTests {
    private let store: TestStore
    private let apps: [PushApp]
    private let devices: [Device]

    init() throws {
        let store = try TestStore()
        let owner = try store.owner("a")
        let apps = try (0..<3).map { try store.addApp(owner: owner, PushAppSettings(name: "\($0)")) }
        let foreign = [
            try store.addApp(owner: try store.owner("b")), try store.addApp(owner: try store.owner("a", .test)),
        ]
        var devices: [Device] = []
        let key = DeviceKeys().publicKey
        for number in 0..<12 {
            devices.append(
                try store.addDevice(
                    apps[number % 3], "t\(number)", number < 6 ? .ios : .android, user: "u\(number % 4)",
                    key: number.isMultiple(of: 5) ? key : nil))
            for app in foreign { try store.addDevice(app, "t\(number)", user: "u0") }
        }
        let (first, gone, now) = (devices[0], try store.addDevice(apps[0], "gone", user: "u0"), store.now)
        try store.write { sql, vault in
            try DeviceTable(sql, vault).deactivate(
                first.seq, reason: "x", unlessRegisteredSince: now + .seconds(1), now: now)
            try DeviceTable(sql, vault).delete(gone, now: now)
        }
        (self.store, self.apps, self.devices) = (store, apps, devices)
    }

    private func list(limit: Int = 100, _ change: (inout DeviceFilter) -> Void) throws -> [Int64] {
        var filter = DeviceFilter()
        change(&filter)
        var found: [Int64] = []
        var before: Int64?
        while true {
            let page = try store.read { sql, vault in
                try DeviceTable(sql, vault).list(owner: apps[0].owner, filter: filter, before: before, limit: limit)
            }
            #expect(page.count <= limit)
            guard let last = page.last else { return found }
            found += page.map(\.seq)
            before = last.seq
        }
    }

    private func newestFirst(_ isWanted: (Int) -> Bool) -> [Int64] {
        devices.indices.reversed().filter(isWanted).map { devices[$0].seq }
    }

    @Test(arguments: 1...13) func allOfTheAccountAndModeNewestFirst(limit: Int) throws {
        #expect(try list(limit: limit) { _ in } == newestFirst { _ in true })
    }

    @Test(arguments: [1, 2, 100]) func eachFilter(limit: Int) throws {
        #expect(try list(limit: limit) { $0.app = apps[1].seq } == newestFirst { $0 % 3 == 1 })
        #expect(try list(limit: limit) { $0.userID = "u2" } == newestFirst { $0 % 4 == 2 })
        #expect(try list(limit: limit) { $0.platform = .ios } == newestFirst { $0 < 6 })
        #expect(try list(limit: limit) { $0.platform = .android } == newestFirst { $0 >= 6 })
        #expect(try list(limit: limit) { $0.active = true } == newestFirst { $0 != 0 })
        #expect(try list(limit: limit) { $0.active = false } == newestFirst { $0 == 0 })
        #expect(try list(limit: limit) { $0.encrypted = true } == newestFirst { $0 % 5 == 0 })
        #expect(try list(limit: limit) { $0.encrypted = false } == newestFirst { $0 % 5 != 0 })
    }

    @Test func filtersAreJoined() throws {
        let found = try list {
            $0.app = apps[0].seq
            $0.platform = .ios
            $0.active = true
            $0.encrypted = false
            $0.userID = "u3"
        }
        #expect(found == newestFirst { $0 == 3 })
        #expect(try list { $0.userID = "nobody" } == [])
    }

    @Test func anAppOfSomebodyElseShowsNothing() throws {
        let foreign = try #require(
            try store.integers("SELECT seq FROM push_apps WHERE account <> ?", [.integer(apps[0].owner.account)]).first)
        #expect(try list { $0.app = foreign } == [])
    }
}
