// SPDX-License-Identifier: Apache-2.0
public import WaxEnvelope

/// Why a token is not sealed, or what arrived is not opened; it holds nothing of a token, a key or a contact.
public enum SealedPushError: Error, Hashable, Sendable {
    /// The device has no push token yet, or no proof that it opted in: `setAddress` and `setTicket` come first.
    case notEnrolled
    /// The relay's list has no key to seal to at this time: a new list is to be fetched.
    case noKey
    /// A name that is empty or too long, or no app of a relay.
    case badName
    /// What arrived was not sealed by a relay for this device, or with a key that is too old.
    case notOpened
    /// The relay would refuse such a token.
    case refused(SealedTokenError)
    /// The stored records can't be used now.
    case storage
}

extension SealedPushError: CustomStringConvertible {
    /// One line in plain English.
    public var description: String {
        switch self {
        case .notEnrolled: "the device has not been enrolled with the relay"
        case .noKey: "the relay's list of keys has none to seal to now"
        case .badName: "a name is empty or too long"
        case .notOpened: "not sealed for this device"
        case .refused(let error): "the relay would refuse the token: \(error.rawValue)"
        case .storage: "the stored records cannot be used now"
        }
    }
}
