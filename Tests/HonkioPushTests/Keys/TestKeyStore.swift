// SPDX-License-Identifier: Apache-2.0
import HonkioPush
import WaxSystem

/// Records in memory; like a keychain it cannot shut out another process, and it can be told to fail.
final class TestKeyStore: KeyStore {
    struct State {
        var records: [String: [UInt8]] = [:]
        /// The calls so far that change something, as `add ring`.
        var changes: [String] = []
        /// Names of records whose reading or changing fails.
        var failing: Set<String> = []
        /// What the next reader of a record gets, who looked before it changed.
        var staleReads: [String: [UInt8]] = [:]
        /// Runs before the next record of this name is added, as another process would.
        var beforeAdding: (name: String, other: @Sendable () -> Void)?
    }

    let state = Locked(State())

    func record(_ name: String) throws(KeyStoreError) -> [UInt8]? {
        try state.withLock { state throws(KeyStoreError) in
            if state.failing.contains(name) { throw KeyStoreError(code: -25308) }
            return state.staleReads.removeValue(forKey: name) ?? state.records[name]
        }
    }

    func names() throws(KeyStoreError) -> [String] {
        state.withLock { Array($0.records.keys) }
    }

    func add(_ record: [UInt8], as name: String) throws(KeyStoreError) -> Bool {
        let other = state.withLock { state in
            guard let (awaited, other) = state.beforeAdding, name.hasPrefix(awaited) else {
                return nil as (@Sendable () -> Void)?
            }
            state.beforeAdding = nil
            return other
        }
        other?()
        return try change("add", name) { state in
            guard state.records[name] == nil else { return false }
            state.records[name] = record
            return true
        }
    }

    func replace(_ name: String, with record: [UInt8]) throws(KeyStoreError) {
        try change("replace", name) { $0.records[name] = record }
    }

    func remove(_ name: String) throws(KeyStoreError) {
        try change("remove", name) { $0.records[name] = nil }
    }

    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try body()
    }

    private func change<Result>(
        _ verb: String, _ name: String, _ body: (inout State) -> Result
    ) throws(KeyStoreError) -> Result {
        try state.withLock { state throws(KeyStoreError) in
            if state.failing.contains(name) { throw KeyStoreError(code: -25308) }
            state.changes.append("\(verb) \(name)")
            return body(&state)
        }
    }
}
