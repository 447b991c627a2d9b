// SPDX-License-Identifier: Apache-2.0
import WaxRecords
import WaxStore
import WaxSystem

/// The API keys that were found in one state of the database, by their keyed hashes.
///
/// They are forgotten with the next commit of any process, so that a key that was revoked is refused at once.
final class KeyCache: Sendable {
    private struct State {
        var version: DatabaseVersion?
        var keys: [[UInt8]: APIKey] = [:]
    }

    private let state = Locked(State())

    func find(_ lookup: [UInt8], in version: DatabaseVersion) -> APIKey? {
        state.withLock { $0.version == version ? $0.keys[lookup] : nil }
    }

    /// Keeps a key that was read while the database was in the state `version`, or a later one.
    func insert(_ key: APIKey, _ lookup: [UInt8], in version: DatabaseVersion) {
        state.withLock { state in
            if state.version != version { state = State(version: version) }
            state.keys[lookup] = key
        }
    }
}
