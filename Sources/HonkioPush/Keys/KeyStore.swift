// SPDX-License-Identifier: Apache-2.0

/// Where a device keeps its keys: a few small records by name, which mean nothing to the store.
///
/// A keychain's generic-password items fit as well as files do. A record that is not there is nil and one that is
/// damaged comes back as it is, so that new keys can be made; whatever may pass (a phone that has not been unlocked
/// since it restarted, a full disk) is a `KeyStoreError`, and never leads to a new key.
public protocol KeyStore: Sendable {
    /// The record of this name; nil when there is none.
    func record(_ name: String) throws(KeyStoreError) -> [UInt8]?

    /// The names of all records, in any order.
    func names() throws(KeyStoreError) -> [String]

    /// Stores a record unless there is one of this name already: then nothing changes and the result is false.
    func add(_ record: [UInt8], as name: String) throws(KeyStoreError) -> Bool

    /// Stores a record in place of the one of this name; whoever reads meanwhile gets the old one or the new one.
    func replace(_ name: String, with record: [UInt8]) throws(KeyStoreError)

    /// Removes the record of this name, if there is one.
    func remove(_ name: String) throws(KeyStoreError)

    /// Calls `body` while no one else, thread or process, is in a call of this function for the same records.
    ///
    /// Records change inside of such calls only. Where processes cannot exclude each other, threads must still do so,
    /// and `add` decides between processes.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result
}
