// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

/// A token that takes the place of one whose time has come, to be given to its contact.
public struct SealedRenewal: Hashable, Sendable {
    /// Whom it is for.
    public let contact: String
    /// The token; the one before goes on to work until it ends.
    public let token: SealedToken
}

extension SealedPushBook {
    /// Within what time contacts come up for renewal that all have to be given a new token, in minutes: a day.
    private static let spread: UInt32 = 1440
    /// The longest pause between two renewals, in minutes.
    private static let longestPause: UInt32 = 60

    /// The one contact whose turn it is to be given a new token, if there is any now; times are minutes since 1970.
    ///
    /// Each contact comes up at a time of its own, and after each the next waits a random while, however often this is asked:
    /// contacts that change together would show that they belong to one device. `nextRenewal` says when to ask again. Each
    /// renewal is sent by itself, at once; it is not offered a second time, and one that could not be sent is what
    /// `token(for:)` goes on to give. Contacts whose key the relay has given up come up within a day.
    public func renewal(
        sealedTo list: RelayKeyList, minutes: UInt32
    ) throws(SealedPushError) -> SealedRenewal? {
        try exclusively {
            let hour = minutes / 60
            var (records, known) = (try records(), try device())
            for index in records.indices where records[index].renewAt >= minutes + Self.spread {
                guard !isGood(records[index], list, known, hour: hour) else { continue }
                records[index].renewAt = minutes + number(below: Self.spread)
                try save(records[index])
            }
            guard pause(known, minutes: minutes) <= minutes, let first = records.min(by: { $0.renewAt < $1.renewAt }),
                first.renewAt <= minutes
            else { return nil }
            let renewed = try issue(to: first.contact, replacing: first, isSilent: first.isSilent, list, hour: hour)
            var device = try device()
            let longest = min(Self.longestPause, max(2, 2 * Self.spread / UInt32(clamping: records.count)))
            device.nextRenewal = minutes + 1 + number(below: longest)
            try save(device)
            return SealedRenewal(contact: renewed.contact, token: renewed.token)
        }
    }

    /// When to ask for a renewal next, seen from a time, both in minutes since 1970; nil when no contact has a token. A time that
    /// is past means now.
    public func nextRenewal(minutes: UInt32) throws(SealedPushError) -> UInt32? {
        try exclusively {
            let device = try device()
            // What a clock that ran ahead has sealed is to be given a time by this one.
            let times = try records().map { record in
                record.renewAt >= minutes + Self.spread && isFromAhead(record, device, hour: minutes / 60)
                    ? minutes : record.renewAt
            }
            return times.min().map { max($0, pause(device, minutes: minutes)) }
        }
    }

    /// Until when no contact is given a renewed token; a pause that is longer than any is one by a clock that ran ahead, and none.
    private func pause(_ device: SealedDeviceRecord, minutes: UInt32) -> UInt32 {
        device.nextRenewal > minutes + Self.longestPause ? 0 : device.nextRenewal
    }

    /// Lets each token come up within a day, at a random time.
    func renewSoon(hour: UInt32) throws {
        for var record in try records() {
            record.renewAt = min(record.renewAt, hour * 60 + number(below: Self.spread))
            try save(record)
        }
    }
}
