// SPDX-License-Identifier: Apache-2.0

/// What a provider token says, once its signature is verified.
struct APNsProviderToken: Hashable, Sendable {
    let teamID: String
    let keyID: String
    /// Seconds since 1970.
    let issuedAt: Int64
}
