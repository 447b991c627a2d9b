// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

extension SealedPushBook {
    /// The longest name of a contact, in bytes.
    public static let maximumContactLength = 512

    /// The token of a contact: the one it has, or a new one when it has none or its time has come.
    public func token(
        for contact: String, sealedTo list: RelayKeyList, hour: UInt32
    ) throws(SealedPushError) -> SealedToken {
        guard (1...Self.maximumContactLength).contains(contact.utf8.count) else { throw .badName }
        return try exclusively {
            let record = try record(of: contact)
            // What was revoked with all the others is not given out again, even if its time to be renewed is to come.
            if let record, !isDue(record, list, hour: hour), try record.issued >= device().earliestIssue {
                return record.token
            }
            return try issue(to: contact, replacing: record, list, hour: hour).token
        }
    }

    /// New tokens for the contacts whose time has come, each to be given to its contact; the old ones go on to work until
    /// they end.
    ///
    /// Tokens of a key that the relay has given up come up at once.
    public func renewals(
        sealedTo list: RelayKeyList, hour: UInt32
    ) throws(SealedPushError) -> [(contact: String, token: SealedToken)] {
        try exclusively {
            try records().filter { isDue($0, list, hour: hour) }.map { record in
                let record = try issue(to: record.contact, replacing: record, list, hour: hour)
                return (record.contact, record.token)
            }
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

    /// What revokes a contact's tokens at the relay, where nobody can tell: the present one, and the earlier ones that the
    /// contact may still use. The relay takes 32 in a call. `forget` follows when it has taken them.
    public func revocations(of contact: String) throws(SealedPushError) -> [SealedRevocation] {
        try exclusively {
            guard let record = try record(of: contact) else { throw SealedPushError.unknownContact }
            let earlier = try earlier(of: contact).map(\.record).filter { $0.token != record.token }
            return [SealedRevocation(token: record.token, secret: record.secret)]
                + earlier.map { SealedRevocation(token: $0.token, secret: $0.secret) }
        }
    }

    /// Forgets a contact and all its tokens; what was not revoked before can be revoked no more, but with all others.
    public func forget(_ contact: String) throws(SealedPushError) {
        try exclusively { try remove(contact) }
    }

    /// Notes that all tokens were revoked at the relay: new ones begin in the next hour, and all contacts come up for renewal
    /// within a day, each at a time of its own.
    public func noteAllRevoked(hour: UInt32) throws(SealedPushError) {
        try exclusively {
            var device = try device()
            device.earliestIssue = hour + 1
            try save(device)
            try renewSoon(hour: hour)
        }
    }

    func isDue(_ record: SealedContactRecord, _ list: RelayKeyList, hour: UInt32) -> Bool {
        record.renewAt <= hour || record.expires <= hour
            || !list.entries.contains { $0.key.keyID == record.token.keyID && hour < $0.openUntil }
    }

    /// Lets each token come up within a day, at a random hour.
    func renewSoon(hour: UInt32) throws {
        for var record in try records() {
            record.renewAt = min(record.renewAt, hour + number(below: 24))
            try save(record)
        }
    }

    private func issue(
        to contact: String, replacing old: SealedContactRecord?, _ list: RelayKeyList, hour: UInt32
    ) throws -> SealedContactRecord {
        let known = try device()
        var device = known
        let reference = old?.reference ?? random(16)
        let secret = random(32)
        let (token, issued, expires) = try seal(
            &device, to: list, reference: options.givesReferences ? reference : [UInt8](repeating: 0, count: 16),
            secret: secret, hour: hour)
        let life = expires - issued
        let record = SealedContactRecord(
            contact: contact, reference: reference, secret: secret, token: token, issued: issued, expires: expires,
            renewAt: issued + life * 2 / 3 + number(below: max(1, life / 3)))
        // A new key of wakes; mostly there is none.
        if device != known { try save(device) }
        if let old { try keepEarlier(old, hour: hour) }
        try save(record)
        return record
    }

    private func seal(
        _ device: inout SealedDeviceRecord, to list: RelayKeyList, reference: [UInt8], secret: [UInt8],
        isTest: Bool = false, hour: UInt32
    ) throws -> (token: SealedToken, issued: UInt32, expires: UInt32) {
        guard let key = list.sealingKey(hour: hour) else { throw SealedPushError.noKey }
        let issued = max(hour, device.earliestIssue)
        let address = device.isOn ? device.address : nil
        guard !device.isOn || address != nil && device.ticket.count == 16 && device.ticketExpires > issued else {
            throw SealedPushError.notEnrolled
        }
        var policy: SealedTokenContent.Policy = options.allowsVisibleFallback ? .visibleFallback : []
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

    private func number(below limit: UInt32) -> UInt32 {
        // The bias of the remainder is below 2 to the minus 48th.
        UInt32(random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(limit))
    }
}
