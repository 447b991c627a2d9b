// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct AudienceTests {
    /// Whatever happens to devices, the counters say what counting says.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func theCountersEqualARecount(seed: UInt64) throws {
        var random = Numbers(seed)
        let store = try TestStore()
        let owner = try store.owner()
        let apps = [try store.addApp(owner: owner), try store.addApp(owner: owner)]
        let keys = (0..<3).map { _ in DeviceKeys().publicKey }
        for _ in 0..<250 {
            store.time.advance(by: .seconds(1))
            let app = try #require(apps.randomElement(using: &random))
            let platform: Platform = Bool.random(using: &random) ? .ios : .android
            let token = "t\(Int.random(in: 0..<12, using: &random))"
            switch Int.random(in: 0..<4, using: &random) {
            case 0...1:
                let key: DeviceRegistration.Change<HKPublicKey> =
                    [.keep, .clear, .set(try #require(keys.randomElement(using: &random)))]
                    .randomElement(using: &random) ?? .keep
                let user: DeviceRegistration.Change<String> =
                    [.keep, .clear, .set("u\(Int.random(in: 0..<4, using: &random))")]
                    .randomElement(using: &random) ?? .keep
                try store.register(
                    DeviceRegistration(app: app.seq, platform: platform, token: token, userID: user, key: key))
            case 2:
                let now = store.now
                try store.write { sql, vault in
                    let devices = DeviceTable(sql, vault)
                    guard let device = try devices.find(app: app.seq, platform: platform, token: token) else { return }
                    try devices.deactivate(device.seq, reason: "x", unlessRegisteredSince: now, now: now)
                }
            default:
                let now = store.now
                try store.write { sql, vault in
                    let devices = DeviceTable(sql, vault)
                    guard let device = try devices.find(app: app.seq, platform: platform, token: token) else { return }
                    try devices.delete(device, now: now)
                }
            }
            for app in apps { try check(store, app) }
        }
    }

    private func check(_ store: TestStore, _ app: PushApp) throws {
        let counted = try store.read { sql, vault in
            let devices = DeviceTable(sql, vault)
            var audience = Audience()
            var cursor: FanOutCursor? = .start
            while let from = cursor {
                let page = try devices.page(of: .all, app: app.seq, from: from, limit: 5)
                for device in page.devices {
                    audience.add(1, Audience.Kind(platform: device.platform, hasKey: device.hasKey))
                }
                cursor = page.next
            }
            return audience
        }
        let kept = try store.read { try DeviceTable($0, $1).audience(of: .all, app: app.seq) }
        #expect(kept.devices.filter { $0.value != 0 } == counted.devices)
        let users = try store.read { sql, vault in
            try DeviceTable(sql, vault).audience(of: .users((0..<4).map { "u\($0)" }), app: app.seq)
        }
        let ofUsers = try store.integers(
            "SELECT count(*) FROM devices WHERE app = ? AND active = 1 AND user_id IS NOT NULL", [.integer(app.seq)])
        #expect(users.devices.values.reduce(0, +) == ofUsers.first.map { Int($0) })
    }

    @Test func everyTargetIsCountedByKind() throws {
        let store = try TestStore()
        let owner = try store.owner()
        let (app, other) = (try store.addApp(owner: owner), try store.addApp(owner: owner))
        let key = DeviceKeys().publicKey
        let first = try store.addDevice(app, "aa", user: "anna", key: key)
        let second = try store.addDevice(app, "bb", .android, user: "anna")
        try store.addDevice(app, "cc", .android, user: "ben")
        let foreign = try store.addDevice(other, "dd", user: "anna")
        func audience(_ target: PushTarget) throws -> Audience {
            try store.read { try DeviceTable($0, $1).audience(of: target, app: app.seq) }
        }
        let sealed = Audience.Kind(platform: .ios, hasKey: true)
        let plain = Audience.Kind(platform: .android, hasKey: false)
        #expect(try audience(.all).devices == [sealed: 1, plain: 2])
        #expect(try audience(.users(["anna"])).devices == [sealed: 1, plain: 1])
        #expect(try audience(.users(["anna", "ben", "nobody"])).devices == [sealed: 1, plain: 2])
        #expect(try audience(.devices([first.id, foreign.id])).devices == [sealed: 1])
        #expect(try audience(.devices([second.id])).eligible(requiringEncryption: false) == 1)
        #expect(try audience(.devices([second.id])).eligible(requiringEncryption: true) == 0)
        #expect(try audience(.all).eligible(requiringEncryption: true) == 1)
    }
}

/// The same numbers for the same seed (splitmix64).
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
