// SPDX-License-Identifier: Apache-2.0

/// What an access token opens at this moment.
package struct OAuthGrant: Sendable {
    package let client: OAuthClient
    package let scopes: OAuthScopes
}
