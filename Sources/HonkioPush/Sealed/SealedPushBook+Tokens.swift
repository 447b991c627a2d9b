// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

extension SealedPushBook {
    /// The longest name of a contact, in bytes.
    public static let maximumContactLength = 512

    /// The token of a contact: the one it has, or a new one when it has none or its time has come. Meant for a message that
    /// goes to this contact anyway; asked for all contacts at once it would show whoever looks on that they belong together.
    ///
    /// `isSilent` says whether the contact's wakes never show anything, as is right for a service that wakes the app by
    /// itself; nil leaves that as it was.
    public func token(
        for contact: String, sealedTo list: RelayKeyList, hour: UInt32, isSilent: Bool? = nil
    ) throws(SealedPushError) -> SealedToken {
        guard (1...Self.maximumContactLength).contains(contact.utf8.count) else { throw .badName }
        return try exclusively {
            let (record, device) = (try record(of: contact), try device())
            let isSilent = isSilent ?? record?.isSilent ?? false
            // What was revoked with all the others is not given out again, even if its time to be renewed is to come.
            if let record, record.isSilent == isSilent, record.renewAt / 60 > hour,
                isGood(record, list, device, hour: hour),
                record.issued >= device.earliestIssue
            {
                return record.token
            }
            return try issue(to: contact, replacing: record, isSilent: isSilent, list, hour: hour).token
        }
    }

    /// A token by which the device wakes itself, to see that everything works: the wake says that it is a test.
    public func testToken(sealedTo list: RelayKeyList, hour: UInt32) throws(SealedPushError) -> SealedToken {
        try exclusively {
            let known = try device()
            var device = known
            let token = try seal(
                &device, to: list, reference: [UInt8](repeating: 0, count: 16), secret: random(32), isTest: true,
                hour: hour
            ).token
            if device != known { try save(device) }
            return token
        }
    }

    /// Notes that all tokens were revoked at the relay, by the code that the last enrolment token brought: what is sealed from
    /// now on begins later than all that are dead now, and contacts come up for renewal within a day, each at a time of its
    /// own. Tokens that were sealed after that enrolment token, in a later hour, may go on to work.
    ///
    /// New tokens work at once, or from the next hour on if the device's clock is more than an hour ahead.
    public func noteAllRevoked(hour: UInt32) throws(SealedPushError) {
        try exclusively {
            var device = try device()
            device.earliestIssue = max(device.earliestIssue, (device.askedAt > 0 ? device.askedAt : hour) + 1)
            try save(device)
            try renewSoon(hour: hour)
        }
    }

    /// Whether a token goes on to open at the relay.
    func isGood(
        _ record: SealedContactRecord, _ list: RelayKeyList, _ device: SealedDeviceRecord, hour: UInt32
    ) -> Bool {
        record.expires > hour && !isFromAhead(record, device, hour: hour)
            && list.entries.contains { $0.key.keyID == record.token.keyID && hour < $0.openUntil }
    }

    /// Whether a token begins so late that the clock must have run ahead when it was sealed.
    func isFromAhead(_ record: SealedContactRecord, _ device: SealedDeviceRecord, hour: UInt32) -> Bool {
        record.issued > max(hour + Self.relayTolerance, device.earliestIssue)
    }

    /// How far ahead of its own clock a relay takes tokens, in hours.
    private static let relayTolerance: UInt32 = 2

    func issue(
        to contact: String, replacing old: SealedContactRecord?, isSilent: Bool, _ list: RelayKeyList, hour: UInt32
    ) throws -> SealedContactRecord {
        let known = try device()
        var device = known
        let reference = old?.reference ?? random(16)
        let secret = random(32)
        let (token, issued, expires) = try seal(
            &device, to: list, reference: options.givesReferences ? reference : [UInt8](repeating: 0, count: 16),
            secret: secret, isSilent: isSilent, hour: hour)
        let life = (expires - issued) * 60
        let record = SealedContactRecord(
            contact: contact, reference: reference, secret: secret, token: token, issued: issued, expires: expires,
            renewAt: issued * 60 + life * 2 / 3 + number(below: max(1, life / 3)), isSilent: isSilent)
        // A new key of wakes; mostly there is none.
        if device != known { try save(device) }
        if let old { try keepEarlier(old) }
        try dropEnded(list)
        try save(record)
        return record
    }

    private func seal(
        _ device: inout SealedDeviceRecord, to list: RelayKeyList, reference: [UInt8], secret: [UInt8],
        isSilent: Bool = false, isTest: Bool = false, hour: UInt32
    ) throws -> (token: SealedToken, issued: UInt32, expires: UInt32) {
        guard let key = list.sealingKey(hour: hour) else { throw SealedPushError.noKey }
        let issued = max(hour, device.earliestIssue)
        let address = device.isOn ? device.address : nil
        guard !device.isOn || address != nil && device.ticket.count == 16 && device.ticketExpires > issued else {
            throw SealedPushError.notEnrolled
        }
        var policy: SealedTokenContent.Policy = options.allowsVisibleFallback && !isSilent ? .visibleFallback : []
        if options.delay > 0 { policy.insert(.mayDelay) }
        // A token that outlived its ticket would be dead, and nobody would know.
        let end = issued + lifetime
        let expires = address == nil ? end : min(end, device.ticketExpires)
        let content = SealedTokenContent(
            address: address, app: address == nil ? "" : device.app, policy: policy, issued: issued, expires: expires,
            delay: options.delay, reference: reference,
            revocationTag: SealedTokenProof.revocationTag(of: secret),
            wakeKey: device.wakeKey(hour: hour, random: random),
            ticket: address == nil ? [UInt8](repeating: 0, count: 16) : device.ticket,
            ticketExpires: address == nil ? 0 : device.ticketExpires, extensions: isTest ? [1] : [])
        return (try SealedPushToken.seal(content, to: key), issued, expires)
    }

    func number(below limit: UInt32) -> UInt32 {
        // The bias of the remainder is below 2 to the minus 48th.
        UInt32(random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(limit))
    }
}
