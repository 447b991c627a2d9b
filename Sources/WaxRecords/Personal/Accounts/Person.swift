// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// Who gets notifications: the owner of an account, or an organization.
package struct Person: Sendable {
    package enum Kind: Int64, Sendable {
        case personal = 1
        /// Its members share no key, so nobody could open what is sealed.
        case organization = 2
    }

    /// The number of the account.
    package let account: Int64
    package let id: ULID
    package let name: String
    package let kind: Kind
    /// The push app whose devices show the notifications; nil before there is one.
    package let app: Int64?
    package let createdAt: Timestamp

    /// Devices and pushes belong to the account's live side.
    package var owner: Owner { Owner(account: account, mode: .live) }
}
