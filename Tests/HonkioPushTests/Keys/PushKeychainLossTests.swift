// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import Testing
import WaxEnvelope
import WaxSystem

/// Only a key that is lost leads to a new one, never a store that can't be read at the moment.
@Suite struct PushKeychainLossTests {
    private let store = TestKeyStore()
    private var keychain: PushKeychain { PushKeychain(store: store) }

    private let later = HonkioPushError(.keyStorage, isTemporary: true)
    private let lost = HonkioPushError(.keyStorage)

    @Test func ringUnreadable() throws {
        let key = try keychain.encryptionPublicKey()
        let before = store.state.withLock { $0.records }
        store.state.withLock { $0.failing = ["ring"] }
        try expectLater(envelope: seal(to: key))
        store.state.withLock { $0.failing = [] }
        #expect(store.state.withLock { $0.records } == before)
        #expect(try keychain.encryptionPublicKey() == key)
    }

    @Test func keyUnreadable() throws {
        let key = try keychain.encryptionPublicKey()
        let before = store.state.withLock { $0.records }
        store.state.withLock { $0.failing = ["key-\(key.keyID)"] }
        #expect(throws: later) { try keychain.encryptionPublicKey() }
        #expect(throws: later) { try keychain.open(seal(to: key)) }
        store.state.withLock { $0.failing = [] }
        #expect(store.state.withLock { $0.records } == before)
    }

    @Test func rotationWhileKeyUnreadable() throws {
        let key = try keychain.encryptionPublicKey()
        store.state.withLock { $0.failing = ["key-\(key.keyID)"] }
        #expect(throws: later) { try keychain.rotateEncryptionKey() }
        store.state.withLock { $0.failing = [] }
        #expect(try keychain.encryptionPublicKey() == key)
    }

    @Test func ringCannotBeWritten() throws {
        store.state.withLock { $0.failing = ["ring"] }
        #expect(throws: later) { try keychain.encryptionPublicKey() }
        #expect(throws: later) { try keychain.rotateEncryptionKey() }
    }

    @Test(
        arguments: [
            nil, [], [0], [1], [1] + [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0xFF, count: 32),
            [1] + [UInt8](repeating: 7, count: 31), [1] + [UInt8](repeating: 7, count: 33),
            [2] + [UInt8](repeating: 7, count: 32),
            // A sound key, but not the one of this name.
            [1] + [UInt8](repeating: 7, count: 32),
        ] as [[UInt8]?])
    func keyLost(record: [UInt8]?) throws {
        let previous = try keychain.encryptionPublicKey()
        let key = try keychain.rotateEncryptionKey()
        store.state.withLock { $0.records["key-\(key.keyID)"] = record }
        #expect(throws: lost) { try keychain.open(seal(to: key)) }
        let new = try keychain.encryptionPublicKey()
        #expect(new != key && new != previous)
        #expect(try keychain.encryptionPublicKey() == new)
        // The one before is not lost, and the lost one no longer counts.
        #expect(try keychain.open(seal(to: previous)) == Array("{}".utf8))
        #expect(throws: HonkioPushError(.unknownKeyID)) { try keychain.open(seal(to: key)) }
    }

    @Test(arguments: ["", "{}", "[]", "{", #"{"previous":"x"}"#, #"{"current":1}"#, "\u{0}"])
    func ringDamaged(text: String) throws {
        let key = try keychain.encryptionPublicKey()
        store.state.withLock { $0.records["ring"] = Array(text.utf8) }
        #expect(throws: lost) { try keychain.open(seal(to: key)) }
        let new = try keychain.encryptionPublicKey()
        #expect(new != key)
        #expect(try keychain.encryptionPublicKey() == new)
        #expect(Set(try store.names()) == ["ring", "key-\(new.keyID)"])
    }

    @Test func ringMissing() throws {
        let key = try keychain.encryptionPublicKey()
        store.state.withLock { $0.records["ring"] = nil }
        #expect(throws: HonkioPushError(.unknownKeyID)) { try keychain.open(seal(to: key)) }
        let new = try keychain.encryptionPublicKey()
        #expect(new != key)
        #expect(Set(try store.names()) == ["ring", "key-\(new.keyID)"])
    }

    @Test func rotationAfterLoss() throws {
        let first = try keychain.encryptionPublicKey()
        let second = try keychain.rotateEncryptionKey()
        store.state.withLock { $0.records["key-\(second.keyID)"] = nil }
        let third = try keychain.rotateEncryptionKey()
        #expect(try keychain.open(seal(to: first)) == Array("{}".utf8))
        #expect(try keychain.open(seal(to: third)) == Array("{}".utf8))
    }

    @Test func stoppedBetweenTheSteps() throws {
        let first = try keychain.encryptionPublicKey()
        // The key was stored, but the ring never got to know it.
        store.state.withLock { $0.records["key-orphan"] = [1] }
        #expect(try keychain.encryptionPublicKey() == first)
        // The one before was not dropped; it does not open all the same.
        let kept = store.state.withLock { $0.records }
        _ = try keychain.rotateEncryptionKey()
        let third = try keychain.rotateEncryptionKey()
        store.state.withLock { $0.records.merge(kept) { new, _ in new } }
        #expect(throws: HonkioPushError(.unknownKeyID)) { try keychain.open(seal(to: first)) }
        _ = try keychain.rotateEncryptionKey()
        #expect(try store.names().count == 3)
        #expect(try keychain.open(seal(to: third)) == Array("{}".utf8))
    }

    private func expectLater(envelope: HKEnvelope) {
        #expect(throws: later) { try keychain.encryptionPublicKey() }
        #expect(throws: later) { try keychain.rotateEncryptionKey() }
        #expect(throws: later) { try keychain.open(envelope) }
    }

    private func seal(to key: EncryptionPublicKey) throws -> HKEnvelope {
        try HKEnvelope.seal(Array("{}".utf8), to: #require(HKPublicKey(key.publicKey)))
    }
}
