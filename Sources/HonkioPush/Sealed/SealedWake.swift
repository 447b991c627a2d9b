// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

/// What a wake says. It is a hint to look, never a message: what it leads to must be authentic by itself.
public struct SealedWake: Hashable, Sendable {
    /// The contacts to look at.
    public let contacts: [String]
    /// Whether to look at all contacts: there were too many, or the relay does not know which, or this is a code or a test,
    /// which may have taken the place of a wake that was still on its way.
    public let looksAtAll: Bool
    /// Whether the owner woke itself.
    public let isTest: Bool
    /// The code that proves this device to the relay, when that is what was sent; 16 bytes.
    public let code: [UInt8]?
    /// When the relay sent it, in minutes since 1970.
    public let minutes: UInt32
}

/// A wake in the simple mode.
public struct SealedSimpleWake: Hashable, Sendable {
    /// The contact whose token was used; nil for a token that is no longer known.
    public let contact: String?
    /// What the sender gave: hostile until the app knows better.
    public let payload: String
}

/// What revokes one token at the relay.
public struct SealedRevocation: Hashable, Sendable {
    /// The token.
    public let token: SealedToken
    /// The secret that only its owner has, 32 bytes.
    public let secret: [UInt8]
}
