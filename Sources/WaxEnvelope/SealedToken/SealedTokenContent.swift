// SPDX-License-Identifier: Apache-2.0

/// What a sealed token says to the relay; times are hours since 1970.
///
/// Source: docs/sealed-token.md, "The content".
public struct SealedTokenContent: Hashable, Sendable {
    /// The longest life of a token, in hours: 45 days.
    public static let maximumLifetime: UInt32 = 1080
    /// The longest name of an app, in bytes.
    public static let maximumAppLength = 64
    /// How far ahead the owner's clock may be, in hours.
    static let clockTolerance: UInt32 = 2

    /// Where the device is reached; nil for a decoy, which wakes nobody.
    public var address: PushAddress?
    /// The app as the relay's operator named it; empty for a decoy.
    public var app: String
    /// What the owner allows the relay to do.
    public var policy: Policy
    /// When the token begins.
    public var issued: UInt32
    /// When it ends.
    public var expires: UInt32
    /// How long the relay may hold a wake back among others: 0 not at all, then up to 5 s, 30 s, 2 min, 10 min.
    public var delay: UInt8
    /// What the owner finds the contact by, 16 bytes; zeros give no hint.
    public var reference: [UInt8]
    /// The hash of the secret with which the owner revokes the token, 16 bytes.
    public var revocationTag: [UInt8]
    /// The key of what the device is sent, 16 bytes.
    public var wakeKey: [UInt8]
    /// The relay's proof that the device opted in, 16 bytes; zeros in a decoy and in a token that asks for one.
    public var ticket: [UInt8]
    /// When the proof ends.
    public var ticketExpires: UInt32
    /// For what later versions add; its first byte 01 marks a token by which the owner tests the relay.
    public var extensions: [UInt8]

    /// What the owner allows, as bits.
    public struct Policy: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// Takes the bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A wake may show something when the app cannot run.
        public static let visibleFallback = Policy(rawValue: 1)
        /// A wake may be held back by the step of `delay`.
        public static let mayDelay = Policy(rawValue: 2)
        /// All bits that mean something.
        static let known: Policy = [.visibleFallback, .mayDelay]
    }

    /// Takes all parts.
    public init(
        address: PushAddress?, app: String, policy: Policy, issued: UInt32, expires: UInt32, delay: UInt8 = 0,
        reference: [UInt8], revocationTag: [UInt8], wakeKey: [UInt8], ticket: [UInt8], ticketExpires: UInt32,
        extensions: [UInt8] = []
    ) {
        self.address = address
        self.app = app
        self.policy = policy
        self.issued = issued
        self.expires = expires
        self.delay = delay
        self.reference = reference
        self.revocationTag = revocationTag
        self.wakeKey = wakeKey
        self.ticket = ticket
        self.ticketExpires = ticketExpires
        self.extensions = extensions
    }
}

extension SealedTokenContent: CustomStringConvertible, CustomReflectable {
    /// Says nothing of the content.
    public var description: String { "content of a sealed token" }
    /// Says nothing of the content.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
