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

    private struct Opener {
        weak var value: TokenOpener?
    }

    /// How old the newest hour that was written down may become, in hours.
    private static let noteHours: UInt32 = 6

    private let directory: RelayKeyDirectory
    private let rootKeyFile: String
    private let log: Log
    private let state: Locked<State>
    private let openers = Locked<[Opener]>([])
    package let secrets: RelaySecrets

    /// Reads the keys of a relay. Throws when there are none, when they are another relay's, or when others may read them.
    package init(
        _ directory: RelayKeyDirectory, relay: String, rootKeyFile: String? = nil, hour: UInt32, log: Log
    ) throws {
        self.directory = directory
        self.rootKeyFile = rootKeyFile ?? directory.rootKeyFile
        self.log = log
        guard let plan = try directory.plan(), let secrets = try directory.secrets() else {
            throw directory.absence
        }
        guard plan.relay.utf8.elementsEqual(relay.lowercased().utf8) else {
            throw RelayError("the keys in \(directory.path) are those of another relay than --host says")
        }
        self.secrets = secrets
        state = Locked(State(set: try Self.load(directory), revision: directory.revision()))
        try refresh(hour: hour)
    }

    /// The keys at present.
    package var current: RelayKeySet { state.withLock { $0.set } }

    /// Has the opener's copies of keys dropped whenever the keys change, for as long as it lives.
    func serve(_ opener: TokenOpener) {
        openers.withLock { openers in
            openers.removeAll { $0.value == nil }
            openers.append(Opener(value: opener))
        }
    }

    /// Takes over what was changed, does what is due, and reads all of it again when anything happened.
    ///
    /// Destroys nothing and throws when the clock has run further ahead than it may (`RelayKeyPlan.clockBound`).
    package func refresh(hour: UInt32) throws {
        let (set, revision, complained) = state.withLock { ($0.set, $0.revision, $0.complainedAt) }
        let isListOld = isListOld(set, hour: hour)
        guard
            directory.revision() != revision || set.plan.isDue(hour: hour) || isListOld && complained != hour
                || hour >= set.plan.seen + Self.noteHours
        else { return }
        try directory.exclusively {
            guard var plan = try directory.plan() else { throw RelayError("\(directory.path)/keys.json is missing") }
            let known = plan
            try plan.see(hour: hour, in: directory.path)
            if plan.isDue(hour: hour) {
                let relay = plan.relay
                try plan.advance(hour: hour) { try directory.makeKey(relay: relay) }
            }
            if plan.serial != known.serial || plan.seen >= known.seen + Self.noteHours { try directory.write(plan) }
            // A key that is gone opens nothing from here on, whatever is wrong with the files of others or the list.
            var next = try take(plan, with: set.signedList)
            try directory.destroyKeys(except: plan)
            next = try take(plan, with: directory.signedList())
            var complaint = complained
            if self.isListOld(next, hour: hour) {
                if let root = try directory.rootKey(rootKeyFile) {
                    try directory.writeSignedList(plan.list(hour: hour).answer(signedBy: root))
                    next = try take(plan, with: directory.signedList())
                } else if complained != hour {
                    complaint = hour
                    log(
                        .error,
                        "the list of keys must be signed, where the root key is: "
                            + "waxwing relay keys sign --keys \(directory.path) --root-key FILE")
                }
            }
            if next.plan.serial != set.plan.serial { log(.info, Self.takeover(next.plan, hour: hour)) }
            let revision = directory.revision()
            state.withLock { [complaint] in ($0.revision, $0.complainedAt) = (revision, complaint) }
        }
    }

    /// Works with the keys of a plan from now on.
    private func take(_ plan: RelayKeyPlan, with signedList: [UInt8]?) throws -> RelayKeySet {
        let known = current
        let next = RelayKeySet(
            plan: plan, privateKeys: try Self.privateKeys(of: plan, in: directory, knowing: known),
            signedList: signedList)
        state.withLock { $0.set = next }
        if plan.entries != known.plan.entries {
            // What waits for work would otherwise keep a key that is destroyed.
            for opener in openers.withLock({ $0.compactMap(\.value) }) { opener.dropKeys() }
        }
        return next
    }

    /// Whether anything may be destroyed by what the clock says.
    package func trusts(hour: UInt32) -> Bool {
        var plan = current.plan
        return (try? plan.see(hour: hour, in: directory.path)) != nil
    }

    /// Whether the signed list is of other keys, or nears its end.
    private func isListOld(_ set: RelayKeySet, hour: UInt32) -> Bool {
        guard let list = set.list else { return true }
        return list.serial != set.plan.serial || list.validUntil <= hour + RelayKeyList.maximumValidity / 2
    }

    /// What the log says of keys that have changed: their ids and states, which everybody may know.
    private static func takeover(_ plan: RelayKeyPlan, hour: UInt32) -> String {
        let keys = plan.entries.map { "\($0.key.keyID) \($0.state(hour: hour).rawValue)" }
        return "the keys have changed, list \(plan.serial): \(keys.joined(separator: ", "))"
    }

    private static func load(_ directory: RelayKeyDirectory) throws -> RelayKeySet {
        guard let plan = try directory.plan() else { throw RelayError("\(directory.path)/keys.json is missing") }
        return RelayKeySet(
            plan: plan, privateKeys: try privateKeys(of: plan, in: directory), signedList: try directory.signedList())
    }

    private static func privateKeys(
        of plan: RelayKeyPlan, in directory: RelayKeyDirectory, knowing known: RelayKeySet? = nil
    ) throws -> [RelayKeyID: P256.KeyAgreement.PrivateKey] {
        try plan.entries.reduce(into: [:]) { keys, entry in
            let keyID = entry.key.keyID
            keys[keyID] = try known?.privateKey(keyID) ?? directory.privateKey(keyID)
        }
    }
}
