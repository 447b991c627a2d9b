// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxStore

/// What somebody can do who can write to the database and has no key: never plain text, never to his own key.
@Suite struct DeviceTamperTests {
    private let store: TestStore
    private let victim: Device
    private let attacker: Device
    private let plain: Device

    init() throws {
        store = try TestStore()
        let app = try store.addApp(owner: try store.owner())
        victim = try store.addDevice(app, "aa01", key: DeviceKeys().publicKey)
        attacker = try store.addDevice(app, "aa02", key: DeviceKeys().publicKey)
        plain = try store.addDevice(app, "aa03")
    }

    private func isUnreadable(_ device: Device) throws -> Bool {
        if case .unreadable = try #require(try store.device(device.seq)).key { true } else { false }
    }

    /// Each change to the victim's row, by statements that take his number and then the attacker's.
    @Test(arguments: [
        "public_key = (SELECT public_key FROM devices WHERE seq = ?2)",
        "(public_key, key_id) = (SELECT public_key, key_id FROM devices WHERE seq = ?2)",
        "(public_key, key_id, key_tag) = (SELECT public_key, key_id, key_tag FROM devices WHERE seq = ?2)",
        "key_id = (SELECT key_id FROM devices WHERE seq = ?2)",
        "public_key = NULL",
        "public_key = NULL, key_id = NULL",
        "public_key = zeroblob(65)",
        "public_key = x''",
        "key_tag = (SELECT key_tag FROM devices WHERE seq = ?2)",
        "key_tag = (SELECT key_tag FROM devices WHERE key_id IS NULL)",
        "(public_key, key_id, key_tag) = (SELECT public_key, key_id, key_tag FROM devices WHERE key_id IS NULL)",
        "key_tag = zeroblob(36)",
        "key_tag = x''",
    ])
    func aChangedKeyIsUnreadable(assignment: String) throws {
        try store.tamper(
            "UPDATE devices SET \(assignment) WHERE seq = ?1 AND ?2 = ?2",
            [.integer(victim.seq), .integer(attacker.seq)])
        #expect(try isUnreadable(victim))
        #expect(try #require(try store.device(victim.seq)).hasKey)
        #expect(try !isUnreadable(attacker))
    }

    @Test func aKeyGivenToADeviceWithoutOneIsUnreadable() throws {
        try store.tamper(
            """
            UPDATE devices SET (public_key, key_id, key_tag) =
                (SELECT public_key, key_id, key_tag FROM devices WHERE seq = ?) WHERE seq = ?
            """, [.integer(attacker.seq), .integer(plain.seq)])
        #expect(try isUnreadable(plain))
    }

    @Test func anotherDevicesTokenDoesNotOpen() throws {
        try store.tamper(
            "UPDATE devices SET token = (SELECT token FROM devices WHERE seq = ?) WHERE seq = ?",
            [.integer(attacker.seq), .integer(victim.seq)])
        let device = try #require(try store.device(victim.seq))
        #expect(throws: RestError.self) { try store.read { try DeviceTable($0, $1).token(of: device) } }
    }

    @Test func registeringAKeyRepairsAndKeepingDoesNot() throws {
        try store.tamper("UPDATE devices SET public_key = NULL, key_id = NULL WHERE seq = ?", [.integer(victim.seq)])
        var registration = DeviceRegistration(app: victim.app, platform: .ios, token: "aa01")
        guard case .unreadable = try store.register(registration).key else {
            Issue.record("a key that was taken away counts as none")
            return
        }
        let key = DeviceKeys().publicKey
        registration = DeviceRegistration(app: victim.app, platform: .ios, token: "aa01", key: .set(key))
        guard case .registered(let registered) = try store.register(registration).key else {
            Issue.record("a new key is not taken")
            return
        }
        #expect(registered.keyID == key.keyID)
    }
}
