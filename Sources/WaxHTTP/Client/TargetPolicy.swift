// SPDX-License-Identifier: Apache-2.0

/// Which addresses a client may open a connection to, whatever name led there.
package enum TargetPolicy: Hashable, Sendable {
    case any
    /// Only addresses of the public internet, so that nobody who may name a URL reaches what stands beside the server.
    case publicOnly

    package func allows(_ address: IPAddress) -> Bool {
        switch self {
        case .any: true
        case .publicOnly: address.isPublic
        }
    }
}
