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
    /// renewal is sent by itself, at once. Contacts whose key the relay has given up come up within a day.
    public func renewal(
        sealedTo list: RelayKeyList, minutes: UInt32
    ) throws(SealedPushError) -> SealedRenewal? {
        try exclusively {
            let hour = minutes / 60
            var records = try records()
            for index in records.indices where records[index].renewAt >= minutes + Self.spread {
                guard !isGood(records[index], list, hour: hour) else { continue }
                records[index].renewAt = minutes + number(below: Self.spread)
                try save(records[index])
            }
            guard try device().nextRenewal <= minutes, let first = records.min(by: { $0.renewAt < $1.renewAt }),
                first.renewAt <= minutes
            else { return nil }
            let renewed = try issue(to: first.contact, replacing: first, isSilent: first.isSilent, list, hour: hour)
            var device = try device()
            let pause = min(Self.longestPause, max(2, 2 * Self.spread / UInt32(clamping: records.count)))
            device.nextRenewal = minutes + 1 + number(below: pause)
            try save(device)
            return SealedRenewal(contact: renewed.contact, token: renewed.token)
        }
    }

    /// When to ask for a renewal next, in minutes since 1970; nil when no contact has a token. A time that is past means now.
    public var nextRenewal: UInt32? {
        get throws(SealedPushError) {
            try exclusively {
                let device = try device()
                return try records().map(\.renewAt).min().map { max($0, device.nextRenewal) }
            }
        }
    }

    /// Lets each token come up within a day, at a random time.
    func renewSoon(hour: UInt32) throws {
        for var record in try records() {
            record.renewAt = min(record.renewAt, hour * 60 + number(below: Self.spread))
            try save(record)
        }
    }
}
