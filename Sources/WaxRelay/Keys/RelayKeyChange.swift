// SPDX-License-Identifier: Apache-2.0
package import WaxEnvelope

/// What a command has made of a relay's keys.
package struct RelayKeyChange: Equatable, Sendable {
    /// The key to seal to, if there is one.
    package let active: RelayKeyID?
    /// Whether another key was active before.
    package let isActiveNew: Bool
    /// Whether the list is signed; or else it waits for the root key.
    package let isSigned: Bool
}
