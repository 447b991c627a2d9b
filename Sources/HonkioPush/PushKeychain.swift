// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// The keys of one device: the current one and the one before it.
///
/// Only the app makes keys, by asking for the public one; opening a push never does.
public struct PushKeychain: Sendable {
    private let store: any KeyStore

    /// Keeps the keys in `store`.
    public init(store: some KeyStore) {
        self.store = store
    }

    /// The current public key, made the first time and when the stored one is lost.
    ///
    /// Throws `keyStorage` when the store can't be used now; then no key is made.
    public func encryptionPublicKey() throws(HonkioPushError) -> EncryptionPublicKey {
        try reportingStorage {
            if let key = try currentKey() { return EncryptionPublicKey(key.publicKey) }
            return try store.exclusively {
                // Another thread or process may have been quicker.
                if let key = try currentKey() { return EncryptionPublicKey(key.publicKey) }
                return try makeKey()
            }
        }
    }

    /// Makes a new key the current one; pushes to the key that was current until now still open.
    ///
    /// Throws `keyStorage` when the store can't be used now; then the current key stays.
    public func rotateEncryptionKey() throws(HonkioPushError) -> EncryptionPublicKey {
        try reportingStorage {
            try store.exclusively { try makeKey() }
        }
    }

    /// The key that opens envelopes with this id.
    func key(_ keyID: String) throws(HonkioPushError) -> DeviceKey {
        try reportingStorage {
            guard let ring = try readRing(), ring.contains(keyID) else { throw HonkioPushError(.unknownKeyID) }
            if let key = try storedKey(keyID) { return key }
            // A rotation in between drops the key, which is no loss.
            let isLost = try readRing()?.contains(keyID) ?? true
            throw HonkioPushError(isLost ? .keyStorage : .unknownKeyID)
        }
    }
}

extension PushKeychain {
    private static let ringName = "ring"

    private static func recordName(_ keyID: String) -> String { "key-\(keyID)" }

    /// Makes a key the current one, in the order that survives a stop at any point: the key, the ring, the clearing up.
    private func makeKey() throws -> EncryptionPublicKey {
        let old = try store.record(Self.ringName)
        let key = DeviceKey()
        let keyID = key.publicKey.keyID
        _ = try key.withRecord { record throws(KeyStoreError) in
            try store.add(record, as: Self.recordName(keyID))
        }
        let ring = KeyRing(current: keyID, previous: try old.flatMap(KeyRing.init(record:)).flatMap(newestStored))
        if old != nil {
            try store.replace(Self.ringName, with: ring.record)
        } else if try !store.add(ring.record, as: Self.ringName) {
            return try adoptKey(insteadOf: keyID)
        }
        try? removeKeys(except: ring)
        return EncryptionPublicKey(key.publicKey)
    }

    /// Takes the key of a process that was quicker.
    private func adoptKey(insteadOf keyID: String) throws -> EncryptionPublicKey {
        try? store.remove(Self.recordName(keyID))
        guard let key = try currentKey() else { throw HonkioPushError(.keyStorage, isTemporary: true) }
        return EncryptionPublicKey(key.publicKey)
    }

    /// The newer of the ring's keys that is not lost.
    private func newestStored(_ ring: KeyRing) throws -> String? {
        if try storedKey(ring.current) != nil { return ring.current }
        return ring.previous
    }

    private func removeKeys(except ring: KeyRing) throws {
        let kept = [ring.current, ring.previous].compactMap { $0 }.map(Self.recordName)
        for name in try store.names() where name.hasPrefix(Self.recordName("")) && !kept.contains(name) {
            try store.remove(name)
        }
    }

    /// The current key; nil when there is none yet, or when it is lost.
    private func currentKey() throws -> DeviceKey? {
        guard let ring = try store.record(Self.ringName).flatMap(KeyRing.init(record:)) else { return nil }
        return try storedKey(ring.current)
    }

    /// The ring; nil before the first key is made. A damaged one is lost.
    private func readRing() throws -> KeyRing? {
        guard let record = try store.record(Self.ringName) else { return nil }
        guard let ring = KeyRing(record: record) else { throw HonkioPushError(.keyStorage) }
        return ring
    }

    /// The key of this id; nil when its record is missing, damaged or another key's.
    private func storedKey(_ keyID: String) throws -> DeviceKey? {
        guard var record = try store.record(Self.recordName(keyID)) else { return nil }
        defer { wipe(&record) }
        guard let key = DeviceKey(record: record), key.publicKey.keyID == keyID else { return nil }
        return key
    }

    private func reportingStorage<Result>(_ body: () throws -> Result) throws(HonkioPushError) -> Result {
        do {
            return try body()
        } catch let error as HonkioPushError {
            throw error
        } catch {
            throw HonkioPushError(.keyStorage, isTemporary: true)
        }
    }
}
