// SPDX-License-Identifier: Apache-2.0
import PushTestSupport
import Testing
import WaxCrypto
import WaxRecords
import WaxStore
import WaxSystem

@Suite struct IntegrationKeyTests {
    @Test func form() throws {
        let secret = IntegrationSecret(random: SystemRandom())
        #expect(secret.text.utf8.count == 36 && secret.text.hasPrefix("hlk_"))
        #expect(IntegrationSecret(secret.text)?.text == secret.text)
        #expect(AccountToken(random: SystemRandom()).text.hasPrefix("hla_"))
        for text in [
            "", "hlk_", secret.text + "a", String(secret.text.dropLast()), "hlk_" + String(repeating: "-", count: 32),
        ] {
            #expect(IntegrationSecret(text) == nil)
        }
    }

    /// The hash that keys the callbacks is not what the key is found by, and is protected.
    @Test func whatIsStored() throws {
        let store = try TestStore()
        let text = try PersonalRig.key(store, "home")
        let digest = Array(SHA256.hash(data: Array(text.utf8)))
        let row = try #require(
            try store.read { sql, _ in
                try sql.first("SELECT lookup, digest FROM integration_keys") { (try $0.blob(0), try $0.blob(1)) }
            })
        #expect(row.0 != digest && row.0.count == 32)
        #expect(
            row.1.first == 1
                && !String(decoding: row.1, as: UTF8.self).contains(String(decoding: digest, as: UTF8.self)))
        #expect(try store.read { try IntegrationKeyTable($0, $1).digest(of: 1) } == digest)
        #expect(try store.read { try IntegrationKeyTable($0, $1).digest(of: 2) } == nil)
    }

    @Test func atMost25AndOneDefault() throws {
        let store = try TestStore()
        for _ in 0..<25 { _ = try PersonalRig.key(store, "home") }
        #expect(throws: IntegrationKeyTable.LimitReached.self) { try PersonalRig.key(store, "home") }
        #expect(try store.integers("SELECT count(*) FROM integration_keys WHERE is_default = 1") == [1])
        let now = store.now
        try store.write { sql, vault in
            let keys = IntegrationKeyTable(sql, vault)
            try keys.revoke(try #require(try keys.find(seq: 1)), now: now)
            #expect(try keys.find(seq: 1) == nil)
            #expect(try keys.list(account: 1).filter(\.isDefault).map(\.seq) == [2])
        }
        _ = try PersonalRig.key(store, "home")
    }
}
