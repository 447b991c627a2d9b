// SPDX-License-Identifier: Apache-2.0

/// Why a sealed token is not taken; it holds nothing of the token. A relay tells it to nobody.
public enum SealedTokenError: String, Error, Hashable, Sendable, CaseIterable {
    /// Not the length, prefix, version, suite or form of an encapsulated key that every token has.
    case shape
    /// Sealed to a key that the relay does not have.
    case unknownKey
    /// Changed on the way, or sealed for another relay.
    case notOpened
    /// The content is of an unknown version.
    case version
    /// The kind of device, or its environment, is unknown.
    case kind
    /// A bit of the policy is set that has no meaning.
    case policy
    /// The step of the delay is unknown.
    case delay
    /// What lies inside does not add up to the content's length.
    case lengths
    /// Something else than zeros fills it up.
    case fill
    /// The device's token is none of its kind.
    case address
    /// It would live too long, or ends before it begins.
    case lifetime
    /// It begins later than clocks may differ.
    case notYetValid
    /// It has ended.
    case expired
}
