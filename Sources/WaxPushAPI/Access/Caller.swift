// SPDX-License-Identifier: Apache-2.0
package import WaxRecords

/// Who a request comes from, and what it may do.
package struct Caller: Sendable {
    /// By what it is known; each has limits of its own.
    package enum Identity: Hashable, Sendable {
        case apiKey(Int64)
        case oauthClient(Int64)
    }

    package let identity: Identity
    package let owner: Owner
    package let permissions: Permissions

    package init(_ key: APIKey) {
        identity = .apiKey(key.seq)
        owner = key.owner
        permissions = key.permissions
    }

    package init(_ grant: OAuthGrant) {
        identity = .oauthClient(grant.client.seq)
        owner = grant.client.owner
        permissions = grant.scopes.permissions
    }

    func require(_ requirement: Permissions.Requirement) throws {
        guard permissions.allows(requirement) else { throw APIError.permissionDenied(requirement.description) }
    }
}
