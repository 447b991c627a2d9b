// SPDX-License-Identifier: Apache-2.0
package import WaxProviders
package import WaxSystem

/// One notification as stored.
package struct StoredNotification: Sendable {
    /// Its identifier in the API.
    package let seq: Int64
    /// The identifier of the push that carried it first.
    package let uid: ULID
    package let account: Int64
    /// The number of the key that sent it; nil for the account's own token.
    package let key: Int64?
    package let content: NotificationContent
    package let createdAt: Timestamp
    /// Whether at least one device got it.
    package let wasPushed: Bool
}
