// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct APIKeyTableTests {
    private func insert(
        _ store: TestStore, _ mode: Mode, account: Int64, _ permissions: Permissions = .full
    ) throws -> APIKeySecret {
        let secret = APIKeySecret(mode: mode, random: SystemRandom())
        let (id, now) = (store.newID(), store.now)
        try store.write { sql, vault in
            try APIKeyTable(sql, vault).insert(
                secret, id: id, account: account, label: "a label", permissions: permissions, now: now)
        }
        return secret
    }

    @Test func aKeyIsFoundByItsText() throws {
        let store = try TestStore()
        let account = try store.owner().account
        let permissions = Permissions(granted: [.devices: [.write], .push: [.read, .write]], defaultDeny: true)
        let secret = try insert(store, .test, account: account, permissions)
        let other = try insert(store, .live, account: account)
        let key = try #require(try store.key(secret))
        #expect(key.owner == Owner(account: account, mode: .test))
        #expect(key.permissions == permissions)
        #expect(key.label == "a label" && key.prefix == secret.displayPrefix && key.createdAt == store.now)
        #expect(key.lastUsedAt == nil)
        let second = try #require(try store.key(other))
        #expect(second.owner.mode == .live && second.id != key.id && second.permissions == .full)
    }

    @Test func unknownAndRevokedKeysAreNotFound() throws {
        let store = try TestStore()
        let secret = try insert(store, .live, account: try store.owner().account)
        let stranger = APIKeySecret(mode: .live, random: SystemRandom())
        #expect(try store.key(stranger) == nil)
        try store.tamper("UPDATE api_keys SET revoked_at = 1")
        #expect(try store.key(secret) == nil)
    }

    @Test func anAccountIsMadeOnce() throws {
        let store = try TestStore()
        let first = try store.owner("a").account
        #expect(try store.owner("a").account == first)
        #expect(try store.owner("b").account != first)
        #expect(try store.integers("SELECT count(*) FROM accounts") == [2])
    }

    @Test func damagedPermissionsGrantNothing() throws {
        let store = try TestStore()
        let secret = try insert(store, .live, account: try store.owner().account)
        try store.tamper("UPDATE api_keys SET permissions = '{\"push\":\"x\"}'")
        #expect(throws: RecordError.unreadable("api_keys")) {
            try store.key(secret)
        }
    }
}
