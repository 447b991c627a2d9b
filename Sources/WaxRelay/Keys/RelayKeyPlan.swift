// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope
import WaxSystem

/// Which keys a relay has and when each counts: decides, and does nothing. Times are hours since 1970.
///
/// A key is sealed to for 30 days; the next one is published a week ahead; what was sealed still opens for 47 days.
package struct RelayKeyPlan: Equatable, Sendable {
    /// How long a key is sealed to.
    static let activeHours: UInt32 = 720
    /// How long before its time a key is published.
    static let leadHours: UInt32 = 168
    /// How long a key still opens tokens after its time: the longest life of a token and two days.
    static let openHours: UInt32 = SealedTokenContent.maximumLifetime + 48
    /// The most keys at a time.
    static let limit = 4
    /// How far the clock may be past the newest hour that was seen: further, and it is taken for wrong.
    static let clockBound: UInt32 = 72
    /// How far the clock may be behind it for keys to be given times by what it says.
    static let lagBound: UInt32 = 6

    package let relay: String
    /// Rises with each change.
    package private(set) var serial: UInt64
    /// In the order in which they are used.
    package private(set) var entries: [RelayKeyList.Entry]
    /// The newest hour that the relay has seen, by which a clock that runs ahead is known.
    private(set) var seen: UInt32

    /// Takes what was written down.
    init(relay: String, serial: UInt64 = 0, entries: [RelayKeyList.Entry] = [], seen: UInt32 = 0) {
        self.relay = relay
        self.serial = serial
        self.entries = entries
        self.seen = seen
    }

    /// Notes the hour. Throws when the clock has run too far ahead for anything to be destroyed by what it says, with the
    /// command that accepts it for the keys in `directory`.
    mutating func see(hour: UInt32, in directory: String) throws(RelayError) {
        guard hour <= seen + Self.clockBound else {
            throw RelayError(
                "the clock is \(hour - seen) hours past the last hour that this relay has seen, and keys and revocations would "
                    + "be destroyed for good if it were wrong: if it is right, run 'waxwing relay keys accept-clock --keys \(directory)'"
            )
        }
        seen = max(seen, hour)
    }

    /// Throws when the clock is too far behind the newest hour that was seen for anything to be changed by what it says; the
    /// error says what to do about the keys in `directory`.
    func checkLag(hour: UInt32, in directory: String) throws(RelayError) {
        guard seen <= hour + Self.lagBound else {
            throw RelayError(
                "the clock is \(seen - hour) hours behind the last hour that this relay has seen, and keys would end too early: "
                    + "put it right, or if it is right, run 'waxwing relay keys accept-clock --keys \(directory)'")
        }
    }

    /// Takes the clock's word for the hour.
    mutating func acceptClock(hour: UInt32) { seen = hour }

    /// The key to seal to.
    package func active(hour: UInt32) -> RelayKeyList.Entry? {
        entries.last { $0.state(hour: hour) == .active }
    }

    /// Whether `advance` would change anything.
    func isDue(hour: UInt32) -> Bool {
        var copy = self
        // Any point will do for the question.
        return copy.needsKey(hour: hour) || copy.dropEnded(hour: hour) > 0
    }

    /// Drops the keys that have ended, and adds one that `makeKey` makes when one is needed.
    mutating func advance(hour: UInt32, makeKey: () throws -> RelayPublicKey) rethrows {
        var isChanged = dropEnded(hour: hour) > 0
        while needsKey(hour: hour) {
            let last = entries.last
            add(try makeKey(), from: last.map { max($0.sealUntil, hour) } ?? hour)
            isChanged = true
        }
        if isChanged { serial += 1 }
    }

    /// Ends the time of the active key and of one that waits, in favour of a new one.
    ///
    /// Throws, and changes nothing, when the keys that still open would keep the one after that from being made in time.
    mutating func rotate(hour: UInt32, makeKey: () throws -> RelayPublicKey) throws {
        var plan = self
        // A clock that is a little behind would take the active key for one that waits.
        let hour = max(hour, seen)
        _ = plan.dropEnded(hour: hour)
        plan.entries.removeAll { $0.state(hour: hour) == .next }
        plan.entries = plan.entries.map { entry in
            entry.sealUntil <= hour
                ? entry
                : RelayKeyList.Entry(
                    key: entry.key, sealFrom: min(entry.sealFrom, hour), sealUntil: hour,
                    openUntil: hour + Self.openHours)
        }
        if let oldest = plan.entries.map(\.openUntil).min(), !plan.canRotate(hour: hour) {
            throw RelayError(
                "the relay holds \(Self.limit) keys at a time, and a new one now would later leave it without one to seal to: "
                    + "wait until the oldest ends, at \(Timestamp.text(ofHour: oldest)), or revoke it")
        }
        plan.add(try makeKey(), from: hour)
        plan.serial += 1
        self = plan
    }

    /// Whether there is always a key to seal to when one is made now, and others when they are due.
    private func canRotate(hour: UInt32) -> Bool {
        // Any key will do for the question.
        guard let key = entries.last?.key else { return true }
        guard entries.count < Self.limit else { return false }
        var trial = self
        trial.add(key, from: hour)
        for later in hour..<hour + Self.openHours + Self.activeHours {
            trial.advance(hour: later) { key }
            guard trial.active(hour: later) != nil else { return false }
        }
        return true
    }

    /// Gives up a key: tokens that were sealed to it are dead.
    mutating func revoke(_ keyID: RelayKeyID, hour: UInt32, makeKey: () throws -> RelayPublicKey) throws {
        guard entries.contains(where: { $0.key.keyID == keyID }) else { throw RelayError("there is no key \(keyID)") }
        entries.removeAll { $0.key.keyID == keyID }
        if active(hour: hour) == nil {
            // One that waits is not old enough to be known to everyone, but it is known to some.
            if let next = entries.firstIndex(where: { $0.state(hour: hour) == .next }) {
                let entry = entries[next]
                entries[next] = RelayKeyList.Entry(
                    key: entry.key, sealFrom: hour, sealUntil: entry.sealUntil, openUntil: entry.openUntil)
            } else {
                add(try makeKey(), from: hour)
            }
        }
        serial += 1
    }

    /// The list to be signed: good for 14 days.
    func list(hour: UInt32) -> RelayKeyList {
        RelayKeyList(
            serial: serial, relay: relay, issued: hour, validUntil: hour + RelayKeyList.maximumValidity,
            entries: entries)
    }

    private func needsKey(hour: UInt32) -> Bool {
        guard let last = entries.last else { return true }
        return last.sealUntil <= hour + Self.leadHours && entries.count < Self.limit
    }

    private mutating func add(_ key: RelayPublicKey, from hour: UInt32) {
        let until = hour + Self.activeHours
        entries.append(
            RelayKeyList.Entry(key: key, sealFrom: hour, sealUntil: until, openUntil: until + Self.openHours))
    }

    private mutating func dropEnded(hour: UInt32) -> Int {
        let count = entries.count
        entries.removeAll { $0.openUntil <= hour }
        return count - entries.count
    }
}
