// SPDX-License-Identifier: Apache-2.0

/// Which addresses a client may open a connection to, whatever name led there.
package enum TargetPolicy: Hashable, Sendable {
    /// Wherever the URL leads.
    case any
    /// Only addresses of the public internet, so that nobody who may name a URL reaches what stands beside the server.
    case publicOnly

    /// Whether a connection to `address` may be opened.
    package func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .publicOnly: address.isPublic
        }
    }
}
