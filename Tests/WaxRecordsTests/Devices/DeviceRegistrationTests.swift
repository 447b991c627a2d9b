// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import TestSupport
import Testing
import WaxEnvelope
import WaxProviders
import WaxRecords
import WaxStore
import WaxSystem

/// What a registration makes of a device, by its token.
@Suite struct DeviceRegistrationTests {
    private let store: TestStore
    private let app: PushApp
    private let key = DeviceKeys().publicKey

    init() throws {
        store = try TestStore()
        app = try store.addApp(owner: try store.owner())
    }

    private func register(
        _ token: String = "ab12", _ platform: Platform = .ios, user: DeviceRegistration.Change<String> = .keep,
        environment: APNsEnvironment? = nil, key: DeviceRegistration.Change<HKPublicKey> = .keep
    ) throws -> (device: Device, isNew: Bool) {
        store.time.advance(by: .seconds(1))
        let (id, now) = (store.newID(), store.now)
        let registration = DeviceRegistration(
            app: app.seq, platform: platform, token: token, userID: user, environment: environment, key: key)
        return try store.write { sql, vault in
            try DeviceTable(sql, vault).register(registration, newID: id, now: now)
        }
    }

    private func keyID(_ device: Device) -> String? {
        if case .registered(let key) = device.key { key.keyID } else { nil }
    }

    @Test func aNewDevice() throws {
        let (device, isNew) = try register(user: .set("anna"), key: .set(key))
        #expect(isNew && device.isActive && device.userID == "anna" && device.app == app.seq)
        #expect(device.environment == .production)
        #expect(keyID(device) == key.keyID && device.keyID == key.keyID && device.hasKey)
        #expect(device.createdAt == store.now && device.updatedAt == store.now && device.lastRegisteredAt == store.now)
        #expect(try store.read { try DeviceTable($0, $1).token(of: device) } == "ab12")
    }

    @Test func androidHasNoEnvironment() throws {
        #expect(try register("t", .android).device.environment == nil)
    }

    @Test func theSameTokenKeepsWhatIsNotMentioned() throws {
        let first = try register(user: .set("anna"), environment: .sandbox, key: .set(key)).device
        let (second, isNew) = try register()
        #expect(!isNew && second.id == first.id && second.seq == first.seq)
        #expect(keyID(second) == key.keyID && second.userID == "anna" && second.environment == .sandbox)
        #expect(second.createdAt == first.createdAt && second.lastRegisteredAt > first.lastRegisteredAt)
    }

    @Test func nullRemovesTheKeyAndTheUser() throws {
        _ = try register(user: .set("anna"), key: .set(key))
        let device = try register(user: .clear, key: .clear).device
        guard case .none = device.key else {
            Issue.record("the key is still there")
            return
        }
        #expect(device.keyID == nil && device.userID == nil && !device.hasKey)
        #expect(try store.integers("SELECT public_key IS NULL FROM devices") == [1])
    }

    @Test func aNewKeyReplacesTheOldOneAtOnce() throws {
        _ = try register(key: .set(key))
        let other = DeviceKeys().publicKey
        let device = try register(key: .set(other)).device
        #expect(keyID(device) == other.keyID && device.keyID == other.keyID)
    }

    @Test func aNewTokenIsANewDeviceWithoutAKey() throws {
        let first = try register("aa", user: .set("anna"), key: .set(key)).device
        let (second, isNew) = try register("bb", user: .set("anna"))
        #expect(isNew && second.id != first.id && !second.hasKey)
        #expect(try store.device(first.seq)?.hasKey == true)
    }

    @Test func theTokenCountsWithItsAppAndPlatform() throws {
        let first = try register("aa").device
        #expect(try register("aa", .android).isNew)
        let otherApp = try store.addApp(owner: app.owner)
        #expect(try store.register(DeviceRegistration(app: otherApp.seq, platform: .ios, token: "aa")).id != first.id)
        #expect(try !register("aa").isNew)
    }

    @Test func anotherUserTakesTheDeviceOver() throws {
        _ = try register(user: .set("anna"))
        let device = try register(user: .set("ben")).device
        #expect(device.userID == "ben")
        #expect(try store.integers("SELECT count(*) FROM devices") == [1])
    }

    @Test func registeringRevives() throws {
        let device = try register(key: .set(key)).device
        store.time.advance(by: .seconds(1))
        let now = store.now
        try store.write { sql, vault in
            try DeviceTable(sql, vault).deactivate(
                device.seq, reason: "TOKEN_UNREGISTERED", unlessRegisteredSince: now, now: now)
        }
        let dead = try #require(try store.device(device.seq))
        #expect(!dead.isActive && dead.deactivatedAt == now && dead.deactivationReason == "TOKEN_UNREGISTERED")
        let revived = try register().device
        #expect(revived.isActive && revived.deactivatedAt == nil && revived.deactivationReason == nil)
        #expect(keyID(revived) == key.keyID)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func aRegistrationAtOrAfterTheAnswerWins(offset: Int64, staysActive: Bool) throws {
        let device = try register().device
        let (time, now) = (device.lastRegisteredAt + .milliseconds(offset), store.now)
        try store.write { sql, vault in
            try DeviceTable(sql, vault).deactivate(device.seq, reason: "x", unlessRegisteredSince: time, now: now)
        }
        #expect(try store.device(device.seq)?.isActive == staysActive)
    }

    @Test func aDeletedDeviceLeavesNothingButItsNumber() throws {
        let device = try register(user: .set("anna"), key: .set(key)).device
        let now = store.now
        try store.write { try DeviceTable($0, $1).delete(device, now: now) }
        #expect(try store.device(device.seq) == nil)
        #expect(try store.read { try DeviceTable($0, $1).find(device.id) } == nil)
        #expect(try store.read { try DeviceTable($0, $1).seq(of: device.id) } == device.seq)
        let left = try store.integers(
            """
            SELECT count(*) FROM devices WHERE token IS NULL AND token_lookup IS NULL AND user_id IS NULL
                AND public_key IS NULL AND key_id IS NULL AND active = 0
            """)
        #expect(left == [1])
        // The token may come back, as another device.
        let (again, isNew) = try register()
        #expect(isNew && again.id != device.id && !again.hasKey)
    }
}
