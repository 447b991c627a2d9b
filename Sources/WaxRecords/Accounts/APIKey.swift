// SPDX-License-Identifier: Apache-2.0
package import WaxSystem

/// One API key as stored: everything but the key itself.
package struct APIKey: Sendable {
    package let seq: Int64
    package let id: ULID
    package let owner: Owner
    package let prefix: String
    package let label: String?
    package let permissions: Permissions
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp?
}
