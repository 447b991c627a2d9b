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
        /// Goes to the provider, with what was gathered.
        case send(PendingWake)
        /// Is gathered; `isNew` says that the gathering is to be looked at when it is due, which nobody knew before.
        case wait(gathering: UInt64, due: Int64, isNew: Bool)
        /// The provider says that the device is gone.
        case dead
    }

    /// What waits for one device.
    private struct Gathering {
        var silent: PendingWake?
        var visible: PendingWake?
        var due: Int64
        /// The contacts in it, as far as they are counted.
        var inboxes: Set<LimitKey> = []
    }

    /// The contacts of one gathering that are counted.
    private static let knownInboxes = 256

    private let rules: RelayRules
    /// The tokens that may be gathered before contacts go unnamed.
    private let waiting: Int
    private var devices: DailyTable<DeviceMeter>
    private var inboxes: DailyTable<InboxMeter>
    private var gatherings: [UInt64: Gathering] = [:]
    private var lastGathering: UInt64 = 0
    /// Tokens that are gathered.
    private(set) var gathered = 0

    init(_ limits: RelayLimits) {
        rules = RelayRules(limits)
        waiting = limits.waiting
        devices = DailyTable(limit: limits.remembered)
        inboxes = DailyTable(limit: limits.remembered)
    }

    var deviceCount: Int { devices.count }

    /// A wake that has passed everything else; of its tokens the last is looked at.
    mutating func decide(_ wake: PendingWake, isVisible: Bool, keys: Keys, now: Int64) -> Decision {
        makeRoom(now: now)
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        guard meter.deadUntil <= now else { return .dead }
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
        let (id, due, isNew) = gather(wake, &meter, isVisible: isVisible, due: now + wait)
        if gatherings[id]?.inboxes.count ?? 0 < Self.knownInboxes { gatherings[id]?.inboxes.insert(keys.inbox.current) }
        devices.update(keys.device, fresh: meter) { $0 = meter }
        return .wait(gathering: id, due: due, isNew: isNew)
    }

    /// A wake that its provider did not take goes to what waits for its device: so a device has one at a time.
    mutating func putBack(
        _ wake: PendingWake, isVisible: Bool, keys: Keys, due: Int64
    ) -> (id: UInt64, due: Int64, isNew: Bool) {
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        let result = gather(wake, &meter, isVisible: isVisible, due: due)
        devices.update(keys.device, fresh: meter) { $0 = meter }
        return result
    }

    /// What was gathered and is due; nil when it has gone out with another wake, or waits for longer.
    mutating func takeDue(_ id: UInt64, now: Int64) -> PendingWake? {
        guard let gathering = gatherings[id], gathering.due <= now else { return nil }
        return gathering.visible ?? gathering.silent
    }

    /// Lets a gathering that is due go out, or says until when it waits: its device may have been sent something meanwhile.
    mutating func decideDue(_ id: UInt64, keys: Keys, now: Int64) -> Decision? {
        guard let gathering = gatherings[id] else { return nil }
        var meter = devices.entry(keys.device) ?? DeviceMeter()
        guard meter.deadUntil <= now else {
            drop(id)
            return .dead
        }
        let isVisible = gathering.visible != nil
        // What did not reach the device was counted when it was sent first.
        let isRetry = max(gathering.silent?.attempt ?? 0, gathering.visible?.attempt ?? 0) > 0
        let wait =
            isRetry ? meter.waitAgain(rules, now: now) : meter.wait(isVisible: isVisible, rules, now: now)
        guard wait == 0 else {
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
        return all.map { .send($0) }
    }

    /// Throws away what was gathered, whose tokens no longer open.
    mutating func drop(_ id: UInt64) {
        guard let gathering = gatherings.removeValue(forKey: id) else { return }
        gathered -= (gathering.silent?.tokens.count ?? 0) + (gathering.visible?.tokens.count ?? 0)
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

    /// Adds a wake to what waits for its device.
    private mutating func gather(
        _ wake: PendingWake, _ meter: inout DeviceMeter, isVisible: Bool, due: Int64
    ) -> (id: UInt64, due: Int64, isNew: Bool) {
        let id: UInt64
        var isNew = false
        if let known = meter.gathering, gatherings[known] != nil {
            id = known
        } else {
            lastGathering += 1
            id = lastGathering
            gatherings[id] = Gathering(due: due)
            isNew = true
            meter.gathering = id
        }
        guard var gathering = gatherings[id] else { return (id, due, isNew) }
        let isTight = gathered >= waiting
        let before = (gathering.silent?.tokens.count ?? 0) + (gathering.visible?.tokens.count ?? 0)
        if isVisible {
            gathering.visible = Self.merged(gathering.visible, wake, isTight: isTight)
        } else {
            gathering.silent = Self.merged(gathering.silent, wake, isTight: isTight)
        }
        gathered += (gathering.silent?.tokens.count ?? 0) + (gathering.visible?.tokens.count ?? 0) - before
        isNew = isNew || due < gathering.due
        gathering.due = min(gathering.due, due)
        gatherings[id] = gathering
        return (id, gathering.due, isNew)
    }

    /// All that goes out with a push: a visible one takes the silent ones along.
    private mutating func take(_ meter: inout DeviceMeter, with wake: PendingWake?, isVisible: Bool) -> PendingWake? {
        guard let id = meter.gathering, var gathering = gatherings[id] else { return wake }
        var parts = [gathering.silent]
        gathering.silent = nil
        if isVisible {
            parts.append(gathering.visible)
            gathering.visible = nil
        }
        let taken = parts.compactMap(\.self)
        gathered -= taken.reduce(0) { $0 + $1.tokens.count }
        if gathering.visible == nil {
            gatherings[id] = nil
            meter.gathering = nil
        } else {
            gatherings[id] = gathering
        }
        return (taken + [wake].compactMap(\.self)).reduce(nil) { Self.merged($0, $1, isTight: false) }
    }

    private mutating func take(_ meter: inout DeviceMeter, with wake: PendingWake, isVisible: Bool) -> PendingWake {
        take(&meter, with: Optional(wake), isVisible: isVisible) ?? wake
    }

    /// Two wakes of one device as one, which names as many contacts as fit, the newest last.
    private static func merged(_ first: PendingWake?, _ second: PendingWake, isTight: Bool) -> PendingWake {
        guard let first else { return second }
        var result = PendingWake(
            tokens: first.tokens, looksAtAll: first.looksAtAll || second.looksAtAll, kind: plain(first, second),
            attempt: max(first.attempt, second.attempt), since: max(first.since, second.since), guardKey: nil)
        for token in second.tokens where !result.tokens.contains(token) {
            if isTight || result.tokens.count >= WakeMessage.maximumReferences {
                result.looksAtAll = true
            } else {
                result.tokens.append(token)
            }
        }
        return result
    }

    /// What several wakes are as one: a payload goes out only with a wake that stayed alone.
    private static func plain(_ first: PendingWake, _ second: PendingWake) -> WakeKind {
        first.kind.isVisible || second.kind.isVisible ? .alert : .silent
    }
}
