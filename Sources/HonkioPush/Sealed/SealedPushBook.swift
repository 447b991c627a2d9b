// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

/// An owner's books: which contact has which token of the device, when each is renewed, and what a wake means.
///
///     let book = SealedPushBook(store: store)
///     try book.setAddress(.fcm(token: token), app: "com.example.chat", hour: hour)
///     send(try book.enrolmentToken(to: list, hour: hour))            // POST /v1/sealed/enroll; a code arrives as a push
///     try book.setTicket(ticket, expires: expires)                   // from POST /v1/sealed/ticket
///     give(try book.token(for: "alice", sealedTo: list, hour: hour), to: "alice")
///     // at the time that `nextRenewal` says, and when a message goes to the contact anyway
///     if let due = try book.renewal(sealedTo: list, minutes: minutes) { give(due.token, to: due.contact) }
///     // when a push arrives
///     for contact in try book.open(received).contacts { fetch(contact) }
///
/// Each contact has a token of its own, so that two of them have nothing to compare; each is renewed at its own random time,
/// so that nobody sees them change together. With notifications off contacts are given decoys.
public struct SealedPushBook: Sendable {
    let store: any KeyStore
    let options: SealedPushOptions
    let random: @Sendable (Int) -> [UInt8]

    /// Keeps the books in `store`, in which other records may lie.
    public init(store: some KeyStore, options: SealedPushOptions = SealedPushOptions()) {
        self.init(store: store, options: options) { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
    }

    /// The same with a source of random bytes.
    package init(
        store: some KeyStore, options: SealedPushOptions, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.store = store
        self.options = options
        self.random = random
    }

    /// Notes the device's push token and the app as the relay calls it. Another address than before needs a new ticket, and
    /// each contact's token comes up for renewal within a day, at a time of its own.
    public func setAddress(_ address: PushAddress, app: String, hour: UInt32) throws(SealedPushError) {
        guard (1...SealedTokenContent.maximumAppLength).contains(app.utf8.count) else { throw .badName }
        try exclusively {
            var device = try device()
            guard device.address != address || !device.app.utf8.elementsEqual(app.utf8) else { return }
            (device.address, device.app) = (address, app)
            (device.ticket, device.ticketExpires) = ([], 0)
            try save(device)
            try renewSoon(hour: hour)
        }
    }

    /// The token that asks the relay to prove the device: it is answered by a push with a code.
    public func enrolmentToken(to list: RelayKeyList, hour: UInt32) throws(SealedPushError) -> SealedToken {
        try exclusively {
            var device = try device()
            guard let address = device.address else { throw SealedPushError.notEnrolled }
            guard let key = list.sealingKey(hour: hour) else { throw SealedPushError.noKey }
            let zeros = [UInt8](repeating: 0, count: 16)
            // All that began no later is revoked by its code; what a clock that ran further ahead has sealed is there too.
            let newest = try records().map(\.issued).filter { $0 <= hour + Self.clockSpan }.max() ?? 0
            let issued = max(hour, device.earliestIssue, newest)
            device.askedAt = issued
            let content = SealedTokenContent(
                address: address, app: device.app, policy: [], issued: issued, expires: issued + Self.clockSpan,
                reference: zeros,
                revocationTag: zeros, wakeKey: device.wakeKey(hour: hour, random: random), ticket: zeros,
                ticketExpires: 0)
            try save(device)
            return try SealedPushToken.seal(content, to: key)
        }
    }

    /// How far two clocks may be apart that are each two hours off, in hours.
    private static let clockSpan: UInt32 = 4

    /// Notes the proof that the relay gave.
    public func setTicket(_ ticket: [UInt8], expires: UInt32) throws(SealedPushError) {
        guard ticket.count == 16 else { throw .refused(.lengths) }
        try exclusively {
            var device = try device()
            (device.ticket, device.ticketExpires) = (ticket, expires)
            try save(device)
        }
    }

    /// Whether a ticket is there that lasts as long as a token sealed now would.
    public func isEnrolled(hour: UInt32) throws(SealedPushError) -> Bool {
        try exclusively {
            let device = try device()
            return device.ticket.count == 16 && device.ticketExpires >= hour + lifetime
        }
    }

    /// How long tokens live that nothing cuts short, in hours.
    var lifetime: UInt32 { min(options.lifetime, SealedTokenContent.maximumLifetime) }

    /// Turns notifications on or off: off, tokens are decoys that look like all others. Contacts' tokens come up for
    /// renewal within a day, each at a time of its own.
    public func setNotifications(on isOn: Bool, hour: UInt32) throws(SealedPushError) {
        try exclusively {
            var device = try device()
            guard device.isOn != isOn else { return }
            device.isOn = isOn
            try save(device)
            try renewSoon(hour: hour)
        }
    }

    /// All contacts that have a token, in no order.
    public var contacts: [String] {
        get throws(SealedPushError) { try exclusively { try records().map(\.contact) } }
    }
}
