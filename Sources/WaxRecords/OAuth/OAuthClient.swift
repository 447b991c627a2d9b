// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One OAuth client as stored: everything but its secret.
package struct OAuthClient: Sendable {
    package let seq: Int64
    package let id: ULID
    package let owner: Owner
    package let label: String?
    /// What it may ask for, as granted when it was made.
    package let scopes: OAuthScopes
    /// What its creator still allows of these; all of them when the operator made it.
    package let allowedScopes: OAuthScopes
    package let createdAt: Timestamp
}
