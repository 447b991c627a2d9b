// SPDX-License-Identifier: Apache-2.0

/// A set of scopes; as text they stand in one order with a space between (RFC 6749 section 3.3).
package struct OAuthScopes: Hashable, Sendable {
    package let all: [OAuthScope]

    package init(_ scopes: some Sequence<OAuthScope>) {
        let scopes = Set(scopes)
        all = OAuthScope.allCases.filter(scopes.contains)
    }

    /// Reads what `text` writes, in any order; nil when one of them is unknown.
    package init?(_ text: String) {
        var scopes: [OAuthScope] = []
        for name in text.split(separator: " ") {
            guard let scope = OAuthScope(rawValue: String(name)) else { return nil }
            scopes.append(scope)
        }
        self.init(scopes)
    }

    package var text: String { all.map(\.rawValue).joined(separator: " ") }

    package func isSubset(of other: OAuthScopes) -> Bool { all.allSatisfy(other.all.contains) }

    /// Those that `permissions` allow.
    package func allowed(by permissions: Permissions) -> OAuthScopes {
        OAuthScopes(all.filter { permissions.allows($0.requirement) })
    }

    package var permissions: Permissions {
        var granted: [Permissions.Resource: Set<Permissions.Access>] = [:]
        for scope in all { granted[scope.requirement.resource, default: []].insert(scope.requirement.access) }
        return Permissions(granted: granted, defaultDeny: true)
    }
}
