// SPDX-License-Identifier: Apache-2.0
import WaxHTTP

/// A request as a service sees it.
struct ProviderRequest: Sendable {
    let method: String
    /// Path and query.
    let path: String
    let headers: HTTP2Headers
    let body: [UInt8]
}
