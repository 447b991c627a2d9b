// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxSystem

/// The keys of a phone, which nobody can read while it has not been unlocked since it restarted.
struct LockableKeyStore: KeyStore {
    let files: FileKeyStore
    let isLocked = Locked(false)

    /// `errSecInteractionNotAllowed`, which Apple's keychain answers then.
    private static let interactionNotAllowed: Int32 = -25308

    func record(_ name: String) throws(KeyStoreError) -> [UInt8]? { try unlocked().record(name) }

    func names() throws(KeyStoreError) -> [String] { try unlocked().names() }

    func add(_ record: [UInt8], as name: String) throws(KeyStoreError) -> Bool { try unlocked().add(record, as: name) }

    func replace(_ name: String, with record: [UInt8]) throws(KeyStoreError) {
        try unlocked().replace(name, with: record)
    }

    func remove(_ name: String) throws(KeyStoreError) { try unlocked().remove(name) }

    func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try unlocked().exclusively(body) }

    private func unlocked() throws(KeyStoreError) -> FileKeyStore {
        guard !isLocked.withLock({ $0 }) else { throw KeyStoreError(code: Self.interactionNotAllowed) }
        return files
    }
}
