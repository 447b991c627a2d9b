// SPDX-License-Identifier: Apache-2.0
import WaxEnvelope

/// The limits of devices and contacts, and the wakes that they hold back: those are gathered, and none is lost.
///
/// Decides, and does nothing. Times are microseconds of uptime.
struct WakeCounter {
    /// What a device and a contact are counted under.
    struct Keys {
        let device: LimitKeyPair
        let inbox: LimitKeyPair
    }

    enum Decision {
        /// Goes to the provider, with what was gathered; visible if that is what was counted.
        case send(PendingWake)
        /// Is gathered; `isNew` says that the gathering is to be looked at when it is due, which nobody knew before.
        case wait(gathering: UInt64, due: Int64, isNew: Bool)
        /// The provider says that the device is gone: these come to nothing.
        case dead([PendingWake])
        /// So much waits for its sender that this does not.
        case full
        /// Others have come to it, or it has gone out: what is due is to be looked at again.
        case changed
    }

    /// What waits for one device.
    private struct Gathering {
        var silent: PendingWake?
        var visible: PendingWake?
        var due: Int64
        /// The contacts in it, as far as they are counted.
        var inboxes: Set<LimitKey> = []

        var isEmpty: Bool { silent == nil && visible == nil }
    }

    /// The contacts of one gathering that are counted.
    private static let knownInboxes = 256

    private let rules: RelayRules
    private var devices: DailyTable<DeviceMeter>
    private var inboxes: DailyTable<InboxMeter>
    private var gatherings: [UInt64: Gathering] = [:]
    private var lastGathering: UInt64 = 0
    /// What waits, here and elsewhere.
    var shares: WaitingShares

    init(_ limits: RelayLimits) {
        rules = RelayRules(limits)
        shares = WaitingShares(limit: limits.waiting)
        devices = DailyTable(limit: limits.remembered)
        inboxes = DailyTable(limit: limits.remembered)
    }

    var deviceCount: Int { devices.count }

    /// A wake that has passed everything else; of its tokens the last is looked at.
    mutating func decide(_ wake: PendingWake, keys: Keys, now: Int64) -> Decision {
        makeRoom(now: now)
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        guard meter.deadUntil <= now else { return .dead([wake]) }
        let isVisible = wake.isVisible
        let wait = max(
            meter.wait(isVisible: isVisible, rules, now: now),
            inboxes.update(keys.inbox, fresh: InboxMeter()) { inbox in
                inbox.wait(isVisible: isVisible, rules, now: now)
            })
        guard wait > 0 else {
            meter.charge(isVisible: isVisible, rules, now: now)
            inboxes.update(keys.inbox, fresh: InboxMeter()) { inbox in
                inbox.charge(isVisible: isVisible, rules, now: now)
            }
            let all = take(&meter, with: wake, isVisible: isVisible)
            devices.update(keys.device, fresh: meter) { $0 = meter }
            return .send(all)
        }
        return gather(wake, keys: keys, due: now + wait)
    }

    /// Lets a wake wait for its time with what else waits for its device.
    mutating func gather(_ wake: PendingWake, keys: Keys, due: Int64) -> Decision {
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        guard let (id, due, isNew) = gather(wake, &meter, due: due) else { return .full }
        if gatherings[id]?.inboxes.count ?? 0 < Self.knownInboxes { gatherings[id]?.inboxes.insert(keys.inbox.current) }
        devices.update(keys.device, fresh: meter) { $0 = meter }
        return .wait(gathering: id, due: due, isNew: isNew)
    }

    /// A wake that its provider did not take goes to what waits for its device, and until then nothing goes to it: so a device
    /// has one at a time, and its provider is left alone for as long as it asks.
    mutating func putBack(_ wake: PendingWake, keys: Keys, due: Int64, now: Int64) -> Decision {
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        meter.block(until: due, now: now)
        let result = gather(wake, &meter, due: due)
        devices.update(keys.device, fresh: meter) { $0 = meter }
        return result.map { .wait(gathering: $0.id, due: $0.due, isNew: $0.isNew) } ?? .full
    }

    /// The provider of a device wants to be left alone with it.
    mutating func block(_ keys: Keys, until time: Int64, now: Int64) {
        devices.update(keys.device, fresh: DeviceMeter()) { $0.block(until: time, now: now) }
    }

    /// What was gathered and is due, the visible first; nil when it has gone out with another wake, or waits for longer.
    func takeDue(_ id: UInt64, now: Int64) -> PendingWake? {
        guard let gathering = gatherings[id], gathering.due <= now else { return nil }
        return gathering.visible ?? gathering.silent
    }

    /// Lets a gathering that is due go out, or says until when it waits: its device may have been sent something meanwhile.
    /// `wake` is the part of it that was taken and opened.
    mutating func decideDue(_ id: UInt64, _ wake: PendingWake, keys: Keys, now: Int64) -> Decision {
        guard let gathering = gatherings[id], let part = gathering.visible ?? gathering.silent, part.isSame(as: wake)
        else { return .changed }
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        guard meter.deadUntil <= now else {
            let lost = [gathering.silent, gathering.visible].compactMap(\.self)
            for wake in lost { drop(wake, from: id) }
            return .dead(lost)
        }
        let isVisible = gathering.visible != nil
        // What did not reach the device was counted when it was sent first.
        let isRetry = max(gathering.silent?.attempt ?? 0, gathering.visible?.attempt ?? 0) > 0
        let wait =
            isRetry ? meter.waitAgain(rules, now: now) : meter.wait(isVisible: isVisible, rules, now: now)
        guard wait <= 0 else {
            gatherings[id]?.due = now + wait
            return .wait(gathering: id, due: now + wait, isNew: true)
        }
        if isRetry {
            meter.chargeAgain(rules, now: now)
        } else {
            meter.charge(isVisible: isVisible, rules, now: now)
        }
        // This push is its contacts' turn; one that takes them along before its time costs them nothing.
        for inbox in gathering.inboxes where !isRetry {
            inboxes.update(LimitKeyPair(current: inbox, previous: nil), fresh: InboxMeter()) {
                $0.charge(isVisible: isVisible, rules, now: now)
            }
        }
        meter.gathering = id
        let all = take(&meter, with: nil, isVisible: isVisible)
        devices.update(keys.device, fresh: meter) { $0 = meter }
        return all.map { .send($0) } ?? .changed
    }

    /// Throws away a part of what was gathered whose tokens no longer open, unless others have come to it since.
    mutating func drop(_ wake: PendingWake, from id: UInt64) {
        guard var gathering = gatherings[id] else { return }
        let part = wake.isVisible ? gathering.visible : gathering.silent
        guard let part, part.isSame(as: wake) else { return }
        shares.remove(part.held)
        if wake.isVisible { gathering.visible = nil } else { gathering.silent = nil }
        gatherings[id] = gathering.isEmpty ? nil : gathering
    }

    /// Whether the provider says that a device is gone.
    func isDead(_ device: LimitKeyPair, now: Int64) -> Bool {
        devices.entry(device).map { $0.deadUntil > now } ?? false
    }

    /// The provider says that the device is gone: nothing goes to it for a day.
    mutating func noteDead(_ keys: Keys, now: Int64) {
        devices.update(keys.device, fresh: DeviceMeter()) {
            $0.deadUntil = now + Duration.seconds(24 * 3600).microseconds
        }
    }

    /// The keys have changed so often.
    mutating func advance(by days: Int) {
        devices.advance(by: days)
        inboxes.advance(by: days)
    }

    private mutating func makeRoom(now: Int64) {
        devices.makeRoom(now: now) { $0.isOver(now: now) }
        inboxes.makeRoom(now: now) { $0.isOver(now: now) }
    }

    /// Adds a wake to what waits for its device; nil when it finds nothing there and its sender has too much waiting.
    private mutating func gather(
        _ wake: PendingWake, _ meter: inout DeviceMeter, due: Int64
    ) -> (id: UInt64, due: Int64, isNew: Bool)? {
        let known = meter.gathering.flatMap { gatherings[$0] }
        let present = wake.isVisible ? known?.visible : known?.silent
        let hasRoom = wake.sender.map(shares.hasRoom) ?? true
        guard present != nil || hasRoom else { return nil }
        let id: UInt64
        if let number = meter.gathering, known != nil {
            id = number
        } else {
            lastGathering += 1
            id = lastGathering
            meter.gathering = id
        }
        var gathering = known ?? Gathering(due: .max)
        let all = present.map { PendingWake($0, wake, keepingTokens: hasRoom && !shares.isFull) } ?? wake
        shares.remove(present?.held ?? [])
        shares.add(all.held)
        if wake.isVisible { gathering.visible = all } else { gathering.silent = all }
        // A device that is left alone has nothing due before that ends.
        gathering.due = max(min(gathering.due, due), meter.blockedUntil)
        let isNew = gathering.due != known?.due
        gatherings[id] = gathering
        return (id, gathering.due, isNew)
    }

    /// All that goes out with a push: a visible one takes the silent ones along.
    private mutating func take(_ meter: inout DeviceMeter, with wake: PendingWake?, isVisible: Bool) -> PendingWake? {
        guard let id = meter.gathering, var gathering = gatherings[id] else {
            meter.gathering = nil
            return wake
        }
        var parts = [gathering.silent]
        gathering.silent = nil
        if isVisible {
            parts.append(gathering.visible)
            gathering.visible = nil
        }
        let taken = parts.compactMap(\.self)
        for part in taken { shares.remove(part.held) }
        if gathering.isEmpty {
            gatherings[id] = nil
            meter.gathering = nil
        } else {
            gatherings[id] = gathering
        }
        return (taken + [wake].compactMap(\.self)).reduce(nil) { all, part in
            all.map { PendingWake($0, part, keepingTokens: true) } ?? part
        }
    }

    private mutating func take(_ meter: inout DeviceMeter, with wake: PendingWake, isVisible: Bool) -> PendingWake {
        take(&meter, with: Optional(wake), isVisible: isVisible) ?? wake
    }
}
