// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import TestSupport
import Testing
import WaxEnvelope
import WaxSystem

@Suite struct PushKeychainTests {
    private let store = TestKeyStore()
    private var keychain: PushKeychain { PushKeychain(store: store) }

    @Test func sameKeyEveryTime() throws {
        let key = try keychain.encryptionPublicKey()
        #expect(try #require(HKPublicKey(key.publicKey)).keyID == key.keyID)
        let changes = store.state.withLock { $0.changes }
        #expect(changes == ["add key-\(key.keyID)", "add ring"])
        #expect(try keychain.encryptionPublicKey() == key)
        #expect(store.state.withLock { $0.changes } == changes)
    }

    @Test func opensWhatIsSealedToIt() throws {
        let key = try keychain.encryptionPublicKey()
        let envelope = try seal("{}   ", to: key)
        #expect(try keychain.open(envelope) == Array("{}   ".utf8))
    }

    @Test func openingMakesNoKey() throws {
        let envelope = try seal("{}", to: PushKeychain(store: TestKeyStore()).encryptionPublicKey())
        #expect(throws: unknown) { try keychain.open(envelope) }
        #expect(store.state.withLock { $0.records.isEmpty && $0.changes.isEmpty })
    }

    @Test func rotation() throws {
        let keys = try [keychain.encryptionPublicKey(), keychain.rotateEncryptionKey(), keychain.rotateEncryptionKey()]
        #expect(Set(keys).count == 3)
        #expect(try keychain.encryptionPublicKey() == keys[2])
        #expect(throws: unknown) { try keychain.open(seal("{}", to: keys[0])) }
        #expect(try keychain.open(seal("{}", to: keys[1])) == Array("{}".utf8))
        #expect(try keychain.open(seal("{}", to: keys[2])) == Array("{}".utf8))
        #expect(Set(try store.names()) == ["ring", "key-\(keys[1].keyID)", "key-\(keys[2].keyID)"])
    }

    @Test func orderOfRotation() throws {
        let keys = try [keychain.encryptionPublicKey(), keychain.rotateEncryptionKey()]
        store.state.withLock { $0.changes = [] }
        let newest = try keychain.rotateEncryptionKey()
        #expect(
            store.state.withLock { $0.changes }
                == ["add key-\(newest.keyID)", "replace ring", "remove key-\(keys[0].keyID)"])
    }

    @Test func rotatingFirst() throws {
        let key = try keychain.rotateEncryptionKey()
        #expect(try keychain.encryptionPublicKey() == key)
    }

    @Test func anotherProcessIsQuicker() throws {
        let winner = keychain
        store.state.withLock { $0.beforeAdding = ("ring", { _ = try? winner.encryptionPublicKey() }) }
        let key = try keychain.encryptionPublicKey()
        #expect(try keychain.encryptionPublicKey() == key)
        #expect(Set(try store.names()) == ["ring", "key-\(key.keyID)"])
        #expect(try keychain.open(seal("{}", to: key)) == Array("{}".utf8))
    }

    @Test func rotatedWhileOpening() throws {
        let key = try keychain.encryptionPublicKey()
        let envelope = try seal("{}", to: key)
        _ = try keychain.rotateEncryptionKey()
        let ring = try #require(try store.record("ring"))
        _ = try keychain.rotateEncryptionKey()
        // The reader gets the ring from before the second rotation and looks for the key after it.
        store.state.withLock { $0.staleReads = ["ring": ring] }
        #expect(throws: unknown) { try keychain.open(envelope) }
    }

    @Test func printsNoSecret() throws {
        let key = try keychain.encryptionPublicKey()
        let record = try #require(try store.record("key-\(key.keyID)"))
        var dumped = "\(keychain) \(String(reflecting: key)) "
        dump(key, to: &dumped)
        let isHidden = !dumped.contains(Base64URL.encode(Array(record.dropFirst())))
        #expect(isHidden)
        for reason in HonkioPushError.Reason.allCases {
            #expect(reason.rawValue.allSatisfy { $0.isUppercase || $0 == "_" })
        }
    }

    private let unknown = HonkioPushError(.unknownKeyID)

    private func seal(_ plaintext: String, to key: EncryptionPublicKey) throws -> HKEnvelope {
        try HKEnvelope.seal(Array(plaintext.utf8), to: #require(HKPublicKey(key.publicKey)))
    }
}
