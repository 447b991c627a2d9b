// SPDX-License-Identifier: Apache-2.0
import WaxCrypto
import WaxEnvelope
package import WaxSystem

/// Keeps a relay's keys: makes the next one in time, destroys what has ended, signs the list anew where the root key is at
/// hand, and takes over what a command has changed.
package final class RelayKeeper: Sendable {
    private struct State {
        var set: RelayKeySet
        var revision: [Int]
        /// The hour at which it said last that the list must be signed.
        var complainedAt: UInt32?
    }

    private let directory: RelayKeyDirectory
    private let rootKeyFile: String
    private let log: Log
    private let state: Locked<State>
    package let secrets: RelaySecrets

    /// Reads the keys of a relay. Throws when there are none, when they are another relay's, or when others may read them.
    package init(
        _ directory: RelayKeyDirectory, relay: String, rootKeyFile: String? = nil, hour: UInt32, log: Log
    ) throws {
        self.directory = directory
        self.rootKeyFile = rootKeyFile ?? directory.rootKeyFile
        self.log = log
        guard let plan = try directory.plan(), let secrets = try directory.secrets() else {
            throw RelayError("\(directory.path) holds no keys: make them with 'waxwing relay keys init'")
        }
        guard plan.relay.utf8.elementsEqual(relay.lowercased().utf8) else {
            throw RelayError("the keys in \(directory.path) are those of another relay than --host says")
        }
        self.secrets = secrets
        state = Locked(State(set: try Self.load(directory, generation: 0), revision: directory.revision()))
        try refresh(hour: hour)
    }

    /// The keys at present.
    package var current: RelayKeySet { state.withLock { $0.set } }

    /// Takes over what was changed, does what is due, and reads all of it again when anything happened.
    package func refresh(hour: UInt32) throws {
        let (set, revision, complained) = state.withLock { ($0.set, $0.revision, $0.complainedAt) }
        let isListOld = isListOld(set, hour: hour)
        guard
            directory.revision() != revision || set.plan.isDue(hour: hour) || isListOld && complained != hour
        else { return }
        try directory.exclusively {
            guard var plan = try directory.plan() else { throw RelayError("\(directory.path)/keys.json is missing") }
            if plan.isDue(hour: hour) {
                let relay = plan.relay
                try plan.advance(hour: hour) { try directory.makeKey(relay: relay) }
                try directory.write(plan, hour: hour)
            }
            try directory.destroyKeys(except: plan)
            var next = try Self.load(directory, generation: set.generation + 1)
            var complaint = complained
            if self.isListOld(next, hour: hour) {
                if let root = try directory.rootKey(rootKeyFile) {
                    try directory.writeSignedList(plan.list(hour: hour).answer(signedBy: root))
                    next = try Self.load(directory, generation: set.generation + 1)
                } else if complained != hour {
                    complaint = hour
                    log(.error, "the list of keys must be signed: waxwing relay keys sign")
                }
            }
            let revision = directory.revision()
            state.withLock { [next, complaint] in
                $0 = State(set: next, revision: revision, complainedAt: complaint)
            }
        }
    }

    /// Whether the signed list is of other keys, or nears its end.
    private func isListOld(_ set: RelayKeySet, hour: UInt32) -> Bool {
        guard let list = set.list else { return true }
        return list.serial != set.plan.serial || list.validUntil <= hour + RelayKeyList.maximumValidity / 2
    }

    private static func load(_ directory: RelayKeyDirectory, generation: Int) throws -> RelayKeySet {
        guard let plan = try directory.plan() else { throw RelayError("\(directory.path)/keys.json is missing") }
        var keys: [RelayKeyID: P256.KeyAgreement.PrivateKey] = [:]
        for entry in plan.entries { keys[entry.key.keyID] = try directory.privateKey(entry.key.keyID) }
        return RelayKeySet(
            generation: generation, plan: plan, privateKeys: keys, signedList: try directory.signedList())
    }
}
